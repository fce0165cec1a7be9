import { accountCalls } from '#contract/accounts/account-calls.ts'
import { m } from '#messages/generated/messages.js'
import { call } from '#web/platform/site/api.ts'
import { takeAccount, useSwitched } from '#web/platform/site/site.ts'
import { useCall } from '#web/platform/site/use-call.ts'
import { Checkbox } from '#web/platform/ui/checkbox.tsx'
import { notify, notifyRefusal } from '#web/platform/ui/notifications-store.ts'
import { useSaved } from './use-saved.ts'

/**
 * The newsletter: the box changes at once, then shows the server's state (product.md section 4). An admin switched into
 * the account can only unsubscribe, because only the user can give consent.
 */
export function NewsletterToggle({ stored }: { stored: boolean }) {
  const { send } = useCall(
    (newsletter: boolean) => call(accountCalls.changeNewsletter, { body: { newsletter } }),
    {
      onDone: ({ body }, newsletter) => {
        takeAccount(body.account)
        notify(newsletter ? m.profile_newsletter_on() : m.profile_newsletter_off(), 'success')
      },
      onRefused: notifyRefusal,
    },
  )
  const [newsletter, setNewsletter] = useSaved(stored, send)
  const switched = useSwitched()
  return (
    <Checkbox
      label={m.newsletter_consent()}
      checked={newsletter}
      disabled={switched && !newsletter}
      onChange={(event) => setNewsletter(event.target.checked)}
    />
  )
}
