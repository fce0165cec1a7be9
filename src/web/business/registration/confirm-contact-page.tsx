import { m } from '#messages/generated/messages.js'
import { MailedLink } from '#web/identity/accounts/mailed-link.tsx'
import { NarrowPage } from '#web/platform/layout/narrow-page.tsx'
import { ConfirmForm } from './confirm-form.tsx'
import { RefuseJoining } from './refuse-joining.tsx'

/** The page of a mailed confirmation link. Only the button confirms, because mail scanners open links. */
export function Component() {
  return (
    <MailedLink>
      {({ contact, code }) => (
        <NarrowPage page={m.confirm_page()} title={m.confirm_title()}>
          <p className="mt-4 text-[1.0625rem]">{m.confirm_text({ contact })}</p>
          <ConfirmForm contact={contact} code={code} />
          <RefuseJoining contact={contact} code={code} />
        </NarrowPage>
      )}
    </MailedLink>
  )
}
