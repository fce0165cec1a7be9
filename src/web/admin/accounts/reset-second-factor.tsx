import { useId, useState } from 'react'
import { adminAccountCalls } from '#contract/admin/admin-account-calls.ts'
import type { ViewedAccount } from '#contract/admin/admin-accounts.ts'
import { m } from '#messages/generated/messages.js'
import { useAdminChange } from '#web/admin/use-admin-change.ts'
import { usePasswordPrompt } from '#web/layout/password-prompt.tsx'
import { Button } from '#web/ui/button.tsx'
import { notify } from '#web/ui/notifications-store.ts'

/** Takes the second factors from somebody of the account who has lost them. */
export function ResetSecondFactor({ account: { id: accountId, users } }: { account: ViewedAccount }) {
  const heading = useId()
  const people = users.filter(({ contactId }) => contactId !== null)
  const [chosen, setChosen] = useState<string>()
  const person = people.find(({ contactId }) => contactId === chosen) ?? people[0]
  const { ask, dialog } = usePasswordPrompt()
  const reset = useAdminChange(adminAccountCalls.resetSecondFactor, {
    fits: ({ status }) => status === 'ok',
    onDone: () => notify(m.admin_factor_done(), 'success'),
  })
  if (!person?.contactId) return null
  const { contactId, name } = person

  const start = () =>
    ask({
      message: m.admin_factor_prompt(),
      children: <p className="text-sm text-muted">{m.admin_factor_prompt_text({ name })}</p>,
      ...reset((password) => ({ body: { accountId, contactId, password } })),
    })

  return (
    <section aria-labelledby={heading} className="grid justify-items-start gap-3">
      <h2 id={heading}>{m.admin_factor()}</h2>
      <p className="text-sm text-muted">{m.admin_factor_hint()}</p>
      {people.length > 1 ? (
        <select
          className="input"
          aria-label={m.admin_factor_person()}
          value={contactId}
          onChange={(event) => setChosen(event.target.value)}
        >
          {people.map((one) => (
            <option key={one.contactId} value={one.contactId ?? ''}>
              {one.name} ({one.email})
            </option>
          ))}
        </select>
      ) : null}
      <Button onClick={start}>{m.admin_factor_reset()}</Button>
      {dialog}
    </section>
  )
}
