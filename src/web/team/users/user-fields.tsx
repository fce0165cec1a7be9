import { type FormEvent, type ReactNode, type RefObject, useState } from 'react'
import type { UserFault } from '#domain/team/team.ts'
import { m } from '#messages/generated/messages.js'
import { Field } from '#web/ui/field.tsx'
import { userFault } from './user-fault.ts'

export type Entered = { readonly name: string; readonly email: string }

/** A form for a user's name and address. A complaint goes when what it complains of is put right. */
export function UserFields({
  start,
  faultOf,
  onSubmit,
  emailFixed,
  nameField,
  className,
  children,
}: {
  start: Entered
  faultOf: (entered: Entered) => UserFault | 'taken' | undefined
  /** Called with what is good. What it answers is entered next. */
  onSubmit: (entered: Entered) => Entered
  /** Why the address cannot be changed. */
  emailFixed?: string | undefined
  nameField?: RefObject<HTMLInputElement | null>
  className: string
  children: ReactNode
}) {
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
    setEntered(onSubmit(entered))
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
