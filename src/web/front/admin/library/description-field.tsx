import { m } from '#messages/generated/messages.js'
import { TextArea } from '#web/platform/ui/text-area.tsx'

/** The Markdown of a film's description. */
export function DescriptionField({
  value,
  error,
  onChange,
}: {
  value: string
  error: string | undefined
  onChange: (text: string) => void
}) {
  return (
    <TextArea
      label={m.library_description()}
      hint={m.library_description_hint()}
      error={error}
      rows={8}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
