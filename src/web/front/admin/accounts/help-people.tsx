import { useId } from 'react'
import { adminAccountCalls } from '#contract/admin/admin-account-calls.ts'
import { m } from '#messages/generated/messages.js'
import { useAdminChange } from '#web/front/desk/use-admin-change.ts'
import { Button } from '#web/platform/ui/button.tsx'
import { MoveContact } from './move-contact.tsx'
import { type Person, usePersonChoice } from './person-choice.tsx'
import { TemporaryPassword } from './temporary-password.tsx'

/** The admin's tools for the sign-in of an account's users. */
export function HelpPeople({ people }: { people: readonly Person[] }) {
  return (
    <>
      <TemporaryPassword people={people} />
      <Tool people={people} tool={resetSecondFactor} />
      <Tool people={people} tool={endSessions} />
      <MoveContact people={people} />
    </>
  )
}

/** Removes the second factors of a user who has lost them. */
const resetSecondFactor = {
  call: adminAccountCalls.resetSecondFactor,
  title: m.admin_factor,
  hint: m.admin_factor_hint,
  button: m.admin_factor_reset,
  prompt: m.admin_factor_prompt,
  promptText: m.admin_factor_prompt_text,
  done: m.admin_factor_done,
}

/** Signs a user out everywhere. */
const endSessions = {
  call: adminAccountCalls.endUserSessions,
  title: m.admin_sessions,
  hint: m.admin_sessions_hint,
  button: m.admin_sessions_end,
  prompt: m.admin_sessions_prompt,
  promptText: m.admin_sessions_prompt_text,
  done: m.admin_sessions_done,
}

type ToolProps = { people: readonly Person[]; tool: typeof resetSecondFactor | typeof endSessions }

/** A call about one of these people, behind the password prompt. */
function Tool({ people, tool }: ToolProps) {
  const heading = useId()
  const { person, choice } = usePersonChoice(people)
  const { ask, dialog } = useAdminChange(tool.call, { done: tool.done })
  if (!person) return null
  const { accountId, contactId, name } = person
  const start = () =>
    ask({
      message: tool.prompt(),
      children: <p className="text-sm text-muted">{tool.promptText({ name })}</p>,
      body: { accountId, contactId },
    })
  return (
    <section aria-labelledby={heading} className="grid justify-items-start gap-3">
      <h2 id={heading}>{tool.title()}</h2>
      <p className="text-sm text-muted">{tool.hint()}</p>
      {choice}
      <Button onClick={start}>{tool.button()}</Button>
      {dialog}
    </section>
  )
}
