import { useId, useState } from 'react'
import { adminAccountCalls } from '#contract/admin/admin-account-calls.ts'
import { checkTemporaryPassword } from '#domain/accounts/password.ts'
import { m } from '#messages/generated/messages.js'
import { Form } from '#web/front/desk/fields/form.tsx'
import { useAdminChange } from '#web/front/desk/use-admin-change.ts'
import { Button } from '#web/platform/ui/button.tsx'
import { CopyButton } from '#web/platform/ui/copy-button.tsx'
import { Field } from '#web/platform/ui/field.tsx'
import { type Person, usePersonChoice } from './person-choice.tsx'

/** A temporary password for one of these people. It stays in sight, because the admin has to pass it on. */
export function TemporaryPassword({ people }: { people: readonly Person[] }) {
  const heading = useId()
  const { person, choice } = usePersonChoice(people)
  const [typed, setTyped] = useState('')
  const { ask, dialog } = useAdminChange(adminAccountCalls.assignTemporaryPassword, {
    done: m.admin_password_done,
  })
  const isFit = checkTemporaryPassword(typed) === undefined
  if (!person) return null
  const { accountId, contactId, name } = person

  const submit = () => {
    if (!isFit) return
    ask({
      message: m.admin_password_prompt(),
      children: <p className="text-sm text-muted">{m.admin_password_prompt_text({ name })}</p>,
      body: { accountId, contactId, temporaryPassword: typed },
    })
  }

  return (
    <section aria-labelledby={heading} className="grid gap-3">
      <h2 id={heading}>{m.admin_password()}</h2>
      <Form aria-labelledby={heading} className="grid gap-3" onSubmit={submit}>
        {choice}
        <Field
          label={m.admin_password()}
          hint={m.admin_password_hint()}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={256}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          trailing={typed === '' ? null : <CopyPassword password={typed} />}
        />
        <div className="flex flex-wrap gap-3">
          <Button onClick={() => setTyped(generatedPassword())}>{m.admin_password_generate()}</Button>
          <Button type="submit" disabled={!isFit}>
            {m.admin_password_assign()}
          </Button>
        </div>
      </Form>
      {dialog}
    </section>
  )
}

function CopyPassword({ password }: { password: string }) {
  return (
    <span className="absolute inset-y-0 right-1.5 grid place-items-center">
      <CopyButton
        text={password}
        label={m.admin_password_copy()}
        copied={m.admin_password_copied()}
        failed={m.admin_password_copy_failed()}
      />
    </span>
  )
}

/** No letters that look like others: it may be read out on the telephone. */
const letters = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const count = 20

/** 20 characters that nobody guesses. */
function generatedPassword(): string {
  // what would make the first letters likelier is thrown away
  const fair = 256 - (256 % letters.length)
  let password = ''
  while (password.length < count)
    for (const byte of crypto.getRandomValues(new Uint8Array(2 * count)))
      if (byte < fair && password.length < count) password += letters[byte % letters.length]
  return password
}
