import { m } from '#messages/generated/messages.js'
import { Form } from '#web/front/desk/fields/form.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { TextArea } from '#web/platform/ui/text-area.tsx'

type DocumentTextProps = {
  file: string
  hint: string
  submit: string
  text: string
  /** The text that was saved last. */
  saved: string
  mistakes: readonly { readonly line: number; readonly sentence: string }[] | undefined
  busy?: boolean
  onChange: (text: string) => void
  onSave: () => void
  /** Undefined while nothing was typed. */
  onDiscard: (() => void) | undefined
}

/** Edits a YAML file of the site as text. */
export function DocumentText(props: DocumentTextProps) {
  const { file, hint, submit, text, saved, mistakes, busy = false, onChange, onSave, onDiscard } = props
  return (
    <Form className="grid max-w-3xl content-start gap-3" onSubmit={onSave}>
      <TextArea
        label={file}
        hint={hint}
        rows={16}
        spellCheck={false}
        maxLength={50_000}
        value={text}
        error={mistakes?.map(({ line, sentence }) => `${line}: ${sentence}`).join('\n') || undefined}
        onChange={({ target }) => onChange(target.value)}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" busy={busy} disabled={text === saved}>
          {submit}
        </Button>
        <Button disabled={!onDiscard} onClick={onDiscard}>
          {m.desk_discard()}
        </Button>
      </div>
    </Form>
  )
}
