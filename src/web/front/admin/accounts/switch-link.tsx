import { adminAccountCalls } from '#contract/admin/admin-account-calls.ts'
import { href } from '#contract/pages.ts'
import { m } from '#messages/generated/messages.js'
import { usePasswordPrompt } from '#web/platform/layout/password-prompt.tsx'
import { CallProblem, call } from '#web/platform/site/api.ts'
import { useNavigate } from '#web/platform/site/router.tsx'
import { renewSession, useSession } from '#web/platform/site/site.ts'
import { Refusal, useCall } from '#web/platform/site/use-call.ts'
import { notify } from '#web/platform/ui/notifications-store.ts'

type SwitchLinkProps = {
  id: string
  name: string
  /** Where `id` is a contact's. */
  accountId?: string
}

/**
 * [switch]: into an account or a contact, by its id, and on to the front page (product.md section 2, Account view). Asks for the
 * password where it was given too long ago. Nobody switches into the account that they are in.
 */
export function SwitchLink({ id, name, accountId = id }: SwitchLinkProps) {
  const session = useSession()
  const navigate = useNavigate()
  const { ask, dialog } = usePasswordPrompt()
  const onDone = async () => {
    const session = await renewSession()
    if (session instanceof CallProblem) return session
    navigate(href('landing'))
    return undefined
  }
  const { busy, send } = useCall(() => switchInto(id), {
    onDone,
    onRefused: (refused) => {
      if (!(refused instanceof CallProblem && refused.code === 'password-required'))
        return notify(refused.detail ?? m.failure(), 'error')
      ask({
        message: m.admin_account_switch_prompt({ name }),
        make: (password: string) => switchInto(id, password),
        onDone,
      })
    },
  })
  if (session?.authenticated && session.account.id === accountId) return null
  return (
    <>
      <button
        type="button"
        className="link inline-block min-h-6 whitespace-nowrap"
        aria-label={m.admin_account_switch_into({ name })}
        disabled={busy}
        onClick={() => send()}
      >
        {m.admin_account_switch()}
      </button>
      {dialog}
    </>
  )
}

async function switchInto(id: string, password?: string) {
  const body = { id, ...(password !== undefined && { password }) }
  const reply = await call(adminAccountCalls.switchInto, { body })
  return reply instanceof CallProblem && reply.isUnreadable ? new Refusal(m.admin_incomprehensible()) : reply
}
