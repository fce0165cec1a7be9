import { type FormEvent, type ReactNode, type RefObject, useState } from 'react'
import type { UserFault } from '#domain/team/team.ts'
import { m } from '#messages/generated/messages.js'
import { Field } from '#web/platform/ui/field.tsx'

type Entered = { readonly name: string; readonly email: string }

type UserFieldsProps = {
  start: Entered
  faultOf: (entered: Entered) => UserFault | 'taken' | undefined
  /** Called with valid values and the value of the pressed button. Returns the next values of the fields. */
  onSubmit: (entered: Entered, pressed: string | undefined) => Entered
  /** Why the address cannot be changed. */
  emailFixed?: string | undefined
  nameField?: RefObject<HTMLInputElement | null>
  className: string
  children: ReactNode
}

/** A form for a user's name and address. An error disappears once it is corrected. */
export function UserFields({
  start,
  faultOf,
  onSubmit,
  emailFixed,
  nameField,
  className,
  children,
}: UserFieldsProps) {
  const [entered, setEntered] = useState(start)
  const [complains, setComplains] = useState(false)
  const fault = userFault(complains ? faultOf(entered) : undefined, entered)
  const enter = (change: Partial<Entered>) => setEntered({ ...entered, ...change })

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const wrong = userFault(faultOf(entered), entered)
    setComplains(true)
    if (wrong.name ?? wrong.email) {
      const field = event.currentTarget.elements.namedItem(wrong.name ? 'name' : 'email')
      if (field instanceof HTMLElement) field.focus()
      return
    }
    setComplains(false)
    setEntered(onSubmit(entered, pressedValue(event)))
  }
  return (
    <form noValidate className={className} onSubmit={submit}>
      <Field
        ref={nameField}
        name="name"
        label={m.users_name()}
        autoComplete="off"
        maxLength={200}
        value={entered.name}
        error={fault.name}
        onChange={({ target }) => enter({ name: target.value })}
      />
      <Field
        name="email"
        label={m.users_email()}
        type="email"
        autoComplete="off"
        maxLength={254}
        value={entered.email}
        readOnly={emailFixed !== undefined}
        hint={emailFixed}
        error={fault.email}
        onChange={({ target }) => enter({ email: target.value })}
      />
      {children}
    </form>
  )
}

function pressedValue({ nativeEvent }: FormEvent): string | undefined {
  const { submitter } = nativeEvent as SubmitEvent
  return submitter instanceof HTMLButtonElement && submitter.value !== '' ? submitter.value : undefined
}

/** Returns the message for a fault, and the field that shows it. */
function userFault(
  fault: UserFault | 'taken' | undefined,
  { name, email }: { name: string; email: string },
): { readonly name?: string; readonly email?: string } {
  if (fault === undefined) return {}
  if (fault === 'taken') return { email: m.users_contact_taken({ email: email.trim() }) }
  const field = fault === 'user-fields-missing' && name.trim() === '' ? 'name' : 'email'
  return { [field]: sentences[fault]() }
}

const sentences: Record<UserFault, () => string> = {
  'user-fields-missing': m.field_user_fields_missing,
  'user-email-invalid': m.field_user_email_invalid,
  'user-email-confirmed': m.field_user_email_confirmed,
  'user-twice': m.field_user_twice,
}
