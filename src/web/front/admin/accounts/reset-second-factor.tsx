import { useId } from 'react'
import { adminAccountCalls } from '#contract/admin/admin-account-calls.ts'
import { m } from '#messages/generated/messages.js'
import { useAdminChange } from '#web/front/desk/use-admin-change.ts'
import { Button } from '#web/platform/ui/button.tsx'
import { type Person, usePersonChoice } from './person-choice.tsx'

/** Takes the second factors from one of these people, who has lost them. */
export function ResetSecondFactor({ people }: { people: readonly Person[] }) {
  const heading = useId()
  const { person, choice } = usePersonChoice(people)
  const { ask, dialog } = useAdminChange(adminAccountCalls.resetSecondFactor, {
    done: m.admin_factor_done,
  })
  if (!person) return null
  const { accountId, contactId, name } = person

  const start = () =>
    ask({
      message: m.admin_factor_prompt(),
      children: <p className="text-sm text-muted">{m.admin_factor_prompt_text({ name })}</p>,
      body: { accountId, contactId },
    })

  return (
    <section aria-labelledby={heading} className="grid justify-items-start gap-3">
      <h2 id={heading}>{m.admin_factor()}</h2>
      <p className="text-sm text-muted">{m.admin_factor_hint()}</p>
      {choice}
      <Button onClick={start}>{m.admin_factor_reset()}</Button>
      {dialog}
    </section>
  )
}
