import type { FormEvent } from 'react'
import { m } from '#messages/generated/messages.js'
import type { Faults } from '#web/platform/site/use-call.ts'
import { Button } from '#web/platform/ui/button.tsx'
import { Choices } from '#web/platform/ui/choices.tsx'
import { Field } from '#web/platform/ui/field.tsx'
import { TextArea } from '#web/platform/ui/text-area.tsx'
import { PersonFields } from './person-fields.tsx'

export type CancellationForm = {
  readonly name: string
  readonly email: string
  readonly contract: string
  readonly kind: 'ordinary' | 'extraordinary'
  readonly reason: string
  /** `YYYY-MM-DD`, empty until chosen; undefined: as soon as possible. */
  readonly endsOn: string | undefined
}

type CancelFormProps = {
  form: CancellationForm
  faults: Faults
  onChange: (change: Partial<CancellationForm>) => void
  onCheck: () => void
}

/** The first step of cancelling. */
export function CancelForm({ form, faults, onChange, onCheck }: CancelFormProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onCheck()
  }
  return (
    <form noValidate className="grid gap-5" onSubmit={submit}>
      <PersonFields form={form} faults={faults} onChange={onChange} />
      <Choices
        label={m.cancellation_kind()}
        stacked
        value={form.kind}
        onChange={(kind) => onChange({ kind })}
        choices={[
          { value: 'ordinary', label: m.cancellation_ordinary() },
          { value: 'extraordinary', label: m.cancellation_extraordinary() },
        ]}
      />
      {form.kind === 'extraordinary' ? (
        <TextArea
          label={m.cancellation_reason()}
          error={faults.reason}
          maxLength={2000}
          value={form.reason}
          onChange={(event) => onChange({ reason: event.target.value })}
        />
      ) : null}
      <Choices
        label={m.cancellation_ends()}
        value={form.endsOn === undefined ? 'soonest' : 'day'}
        onChange={(when) => onChange({ endsOn: when === 'soonest' ? undefined : '' })}
        choices={[
          { value: 'soonest', label: m.cancellation_soonest() },
          { value: 'day', label: m.cancellation_on_day() },
        ]}
      />
      {form.endsOn === undefined ? null : (
        <Field
          label={m.cancellation_day()}
          type="date"
          className="max-w-56"
          error={faults.endsOn}
          value={form.endsOn}
          onChange={(event) => onChange({ endsOn: event.target.value })}
        />
      )}
      <Button type="submit" variant="primary" size="large">
        {m.declaration_next()}
      </Button>
    </form>
  )
}
