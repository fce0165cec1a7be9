import type { ReactNode } from 'react'
import { href } from '#contract/pages.ts'
import { m } from '#messages/generated/messages.js'
import { forgetLink } from '#web/identity/accounts/link-secret.ts'
import { type LinkParts, MailedLink } from '#web/identity/accounts/mailed-link.tsx'
import { NarrowPage } from '#web/platform/layout/narrow-page.tsx'
import { useNavigate } from '#web/platform/site/router.tsx'
import { notify } from '#web/platform/ui/notifications-store.ts'
import { NewPasswordForm } from './new-password-form.tsx'

/** A page of a mailed link that sets a new password; the login follows. */
export function MailedPasswordPage({
  title,
  text,
  make,
  done,
  afterwards,
  otherLink,
  choices,
}: {
  title: string
  text: (inputs: { contact: string }) => string
  /** Sends the new password, as for `useCall`. */
  make: (chosen: LinkParts & { password: string }) => Promise<unknown>
  /** The notification of success. */
  done: string
  afterwards?: () => Promise<unknown>
  /** Shown for a used or expired link. */
  otherLink: (contact: string) => ReactNode
  /** Further choices, below the password. */
  choices?: ReactNode
}) {
  const navigate = useNavigate()
  const goOn = async (contact: string) => {
    forgetLink()
    await afterwards?.()
    notify(done, 'success')
    navigate(href('login'), { replace: true, state: { email: contact } })
  }
  return (
    <MailedLink>
      {({ contact, code }) => (
        <NarrowPage page={m.new_password_page()} title={title}>
          <p className="mt-2 break-words text-muted">{text({ contact })}</p>
          <NewPasswordForm
            contact={contact}
            make={(password) => make({ contact, code, password })}
            onDone={() => goOn(contact)}
            otherLink={otherLink(contact)}
          >
            {choices}
          </NewPasswordForm>
        </NarrowPage>
      )}
    </MailedLink>
  )
}
