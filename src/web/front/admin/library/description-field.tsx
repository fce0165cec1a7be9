import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { adminLibraryCalls } from '#contract/admin/library/admin-library-calls.ts'
import { m } from '#messages/generated/messages.js'
import { deskTableQuery } from '#web/front/desk/desk-query.ts'
import { FormattedText } from '#web/library/videos/formatted-text.tsx'
import { TextArea } from '#web/platform/ui/text-area.tsx'
import './description-field.css'
import { useRested } from '#web/front/desk/fields/use-rested.ts'

type DescriptionFieldProps = {
  value: string
  error: string | undefined
  onChange: (text: string) => void
}

/** A description in Markdown, and beside it what viewers will see: below it where there is no room. */
export function DescriptionField({ value, error, onChange }: DescriptionFieldProps) {
  return (
    <div className="library-description">
      <div className="library-description-parts">
        <TextArea
          label={m.library_description()}
          hint={m.library_description_hint()}
          error={error}
          rows={8}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
        <Preview text={value} />
      </div>
    </div>
  )
}

function Preview({ text }: { text: string }) {
  const heading = useId()
  const asked = useRested(text)
  const isEmpty = text.trim() === ''
  const { data, error } = useQuery({
    ...deskTableQuery(adminLibraryCalls.drawText, 'text[]', { body: { text: asked } }),
    enabled: asked.trim() !== '',
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <section aria-labelledby={heading} className="library-drawn">
      <h2 id={heading} className="text-sm font-medium tracking-normal">
        {m.library_description_drawn()}
      </h2>
      <div className="library-drawn-text">
        {isEmpty ? (
          <p className="text-sm text-muted">{m.library_description_none()}</p>
        ) : error ? (
          <p role="alert" className="text-sm">
            {error.message}
          </p>
        ) : data ? (
          <FormattedText text={data.text} />
        ) : null}
      </div>
    </section>
  )
}
