import { adminAccountCalls } from '#contract/admin/admin-account-calls.ts'
import { deskHref } from '#contract/desk/desk-pages.ts'
import { m } from '#messages/generated/messages.js'
import { call } from '#web/platform/site/api.ts'
import { useNavigate } from '#web/platform/site/router.tsx'
import { renewSession, useSession } from '#web/platform/site/site.ts'
import { useCall } from '#web/platform/site/use-call.ts'
import { Button } from '#web/platform/ui/button.tsx'
import { notify, notifyRefusal } from '#web/platform/ui/notifications-store.ts'

/** Shown on every page while the admin is switched into an account: names the account, and leads back. */
export default function SwitchedBanner() {
  const session = useSession()
  const navigate = useNavigate()
  const { busy, send } = useCall(() => call(adminAccountCalls.returnFromSwitch), {
    onDone: async () => {
      await renewSession()
      notify(m.switched_returned(), 'success')
      navigate(deskHref('adminAccounts'))
    },
    onRefused: notifyRefusal,
  })
  if (!session?.authenticated || !session.switchedBy) return null
  return (
    <aside
      aria-label={m.switched_banner_label()}
      className="sticky bottom-0 z-40 flex flex-wrap items-center justify-center gap-x-4 gap-y-1 border-t-2 border-accent bg-accent-soft px-4 py-2 text-center"
    >
      <span className="font-medium wrap-anywhere">{m.switched_banner({ name: session.user.name })}</span>
      <Button busy={busy} onClick={() => send()}>
        {m.switched_return()}
      </Button>
    </aside>
  )
}
