import { m } from '#messages/generated/messages.js'
import type { Faults } from '#web/platform/site/use-call.ts'
import { Field } from '#web/platform/ui/field.tsx'

type Person = { readonly name: string; readonly email: string; readonly contract: string }

/** The declarer, their address for replies, and their contract. The law allows no further required fields. */
export function PersonFields({
  form,
  faults,
  onChange,
}: {
  form: Person
  faults: Faults
  onChange: (change: Partial<Person>) => void
}) {
  return (
    <>
      <Field
        label={m.declaration_name()}
        autoComplete="name"
        maxLength={200}
        error={faults.name}
        value={form.name}
        onChange={(event) => onChange({ name: event.target.value })}
      />
      <Field
        label={m.declaration_email()}
        type="email"
        autoComplete="email"
        maxLength={254}
        hint={m.declaration_email_hint()}
        error={faults.email}
        value={form.email}
        onChange={(event) => onChange({ email: event.target.value })}
      />
      <Field
        label={m.declaration_contract()}
        optional={m.account_optional()}
        autoComplete="off"
        maxLength={200}
        hint={m.declaration_contract_hint()}
        error={faults.contract}
        value={form.contract}
        onChange={(event) => onChange({ contract: event.target.value })}
      />
    </>
  )
}
