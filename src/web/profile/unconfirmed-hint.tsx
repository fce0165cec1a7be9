import { m } from '#messages/generated/messages.js'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import type { Contact } from './contact.ts'
import { useResend } from './resend.ts'

/** Reminds somebody who has confirmed nothing yet, and sends the message once more. */
export function UnconfirmedHint({ contact }: { contact: Contact | undefined }) {
  const { send: resend, busy } = useResend()
  if (!contact) return null
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-3 rounded-card bg-accent-soft px-4 py-3.5">
      <div className="flex min-w-0 flex-1 basis-72 gap-3">
        <Icon name="info" className="mt-1 size-4 shrink-0 text-accent" />
        <div className="min-w-0">
          <p className="font-medium">{m.profile_unconfirmed_title()}</p>
          <p className="mt-0.5 text-sm">{m.profile_unconfirmed({ email: contact.email })}</p>
        </div>
      </div>
      <Button busy={busy} onClick={() => resend(contact)}>
        {m.profile_resend()}
      </Button>
    </div>
  )
}
