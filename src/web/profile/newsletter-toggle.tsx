import { accountCalls } from '#contract/accounts/account-calls.ts'
import { m } from '#messages/generated/messages.js'
import { call } from '#web/site/api.ts'
import { takeAccount, useSwitched } from '#web/site/site.ts'
import { useCall } from '#web/site/use-call.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { notify, notifyRefusal } from '#web/ui/notifications-store.ts'
import { useSaved } from './use-saved.ts'

/**
 * The newsletter: the box changes at once, and is then what the server answered (product.md section 4). An admin
 * who is switched into the account can only unsubscribe: consent is the person's own to give.
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
