import { useId } from 'react'
import { adminAccountCalls } from '#contract/admin/admin-account-calls.ts'
import { m } from '#messages/generated/messages.js'
import { useAdminChange } from '#web/front/desk/use-admin-change.ts'
import { Button } from '#web/platform/ui/button.tsx'
import { type Person, usePersonChoice } from './person-choice.tsx'

/** Signs one of these people out everywhere. */
export function EndSessions({ people }: { people: readonly Person[] }) {
  const heading = useId()
  const { person, choice } = usePersonChoice(people)
  const { ask, dialog } = useAdminChange(adminAccountCalls.endUserSessions, {
    done: m.admin_sessions_done,
  })
  if (!person) return null
  const { accountId, contactId, name } = person

  const start = () =>
    ask({
      message: m.admin_sessions_prompt(),
      children: <p className="text-sm text-muted">{m.admin_sessions_prompt_text({ name })}</p>,
      body: { accountId, contactId },
    })

  return (
    <section aria-labelledby={heading} className="grid justify-items-start gap-3">
      <h2 id={heading}>{m.admin_sessions()}</h2>
      <p className="text-sm text-muted">{m.admin_sessions_hint()}</p>
      {choice}
      <Button onClick={start}>{m.admin_sessions_end()}</Button>
      {dialog}
    </section>
  )
}
