import { accountCalls } from '#contract/accounts/account-calls.ts'
import type { SignedInSession } from '#contract/accounts/accounts.ts'
import { deletionGraceDays } from '#domain/accounts/deletion.ts'
import { m } from '#messages/generated/messages.js'
import { deletionDay } from '#web/platform/layout/deletion-day.ts'
import { usePasswordPrompt } from '#web/platform/layout/password-prompt.tsx'
import { call } from '#web/platform/site/api.ts'
import { changeSession, renewSession } from '#web/platform/site/site.ts'
import { useCall } from '#web/platform/site/use-call.ts'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { notify } from '#web/platform/ui/notifications-store.ts'

/**
 * Requests the deletion of the account (for its manager) or of the user; then shows the day, and a button to revoke it.
 */
export function Deletion({ session }: { session: SignedInSession }) {
  const { deletionAt, deletionOf } = session.account
  const manages = session.permissions.includes('account.manage')
  const ofOthers = deletionOf === 'account' && !manages
  return (
    <div className="grid justify-items-start gap-3 p-5">
      <h3 className="text-[0.9375rem] font-semibold">{m.own_data_deletion_heading()}</h3>
      {session.admin ? (
        <p className="text-sm text-muted">{m.own_data_deletion_text_admin()}</p>
      ) : !session.user.confirmed && deletionAt === undefined ? (
        <p className="max-w-prose text-sm text-muted">{m.own_data_deletion_text_unconfirmed()}</p>
      ) : (
        <>
          {deletionAt === undefined ? (
            <p className="max-w-prose text-sm text-muted">{explanation(manages)}</p>
          ) : (
            <p className="max-w-prose text-sm">
              <strong className="font-semibold">{pendingSentence(deletionAt, deletionOf)}</strong>{' '}
              <span className="text-muted">
                {ofOthers ? m.own_data_pending_others() : m.own_data_pending_text()}
              </span>
            </p>
          )}
          {ofOthers ? null : <DeletionButton pending={deletionAt !== undefined} manages={manages} />}
        </>
      )}
    </div>
  )
}

const days = deletionGraceDays

/** One button for both directions, so that the focus stays in place. */
function DeletionButton({ pending, manages }: { pending: boolean; manages: boolean }) {
  const { ask, dialog } = usePasswordPrompt()
  const {
    busy,
    refusal,
    send: keep,
    forget,
  } = useCall(() => call(accountCalls.keepAccount), { onDone: showKept })

  const request = () => {
    forget()
    ask({
      message: manages ? m.own_data_prompt_account() : m.own_data_prompt_user(),
      children: (
        <p className="text-sm text-muted">
          {manages ? m.own_data_prompt_account_text({ days }) : m.own_data_prompt_user_text({ days })}
        </p>
      ),
      make: (currentPassword) => call(accountCalls.requestDeletion, { body: { currentPassword } }),
      onDone: ({ body }) => showRequested(body.deletionAt, manages ? 'account' : 'user'),
    })
  }

  return (
    <>
      {refusal ? <Alert>{refusal}</Alert> : null}
      <Button busy={busy} onClick={pending ? () => keep() : request}>
        {pending ? m.own_data_keep() : manages ? m.own_data_delete_account() : m.own_data_delete_user()}
      </Button>
      {dialog}
    </>
  )
}

async function showRequested(deletionAt: string, deletionOf: 'account' | 'user'): Promise<void> {
  changeSession((session) => ({ ...session, account: { ...session.account, deletionAt, deletionOf } }))
  notify(pendingSentence(deletionAt, deletionOf), 'success')
  // the subscription has changed too
  await renewSession()
}

async function showKept(): Promise<void> {
  changeSession((session) => {
    const { deletionAt: _, deletionOf: __, ...account } = session.account
    return { ...session, account }
  })
  const session = await renewSession()
  const expires = 'authenticated' in session && session.authenticated && session.subscription?.pendingExpiry
  notify(expires ? m.own_data_kept_expiry() : m.own_data_kept(), 'success')
}

function explanation(manages: boolean): string {
  return manages ? m.own_data_deletion_text_account({ days }) : m.own_data_deletion_text_user({ days })
}

function pendingSentence(deletionAt: string, deletionOf: 'account' | 'user' | undefined): string {
  const date = deletionDay(deletionAt)
  return deletionOf === 'user' ? m.own_data_pending_user({ date }) : m.own_data_pending_account({ date })
}
