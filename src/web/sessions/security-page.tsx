import { m } from '#messages/generated/messages.js'
import { CodeHostSection } from '#web/code-host/code-host-section.tsx'
import { AccountPage } from '#web/layout/account-page.tsx'
import { PasskeysSection } from '#web/passkeys/passkeys-section.tsx'
import { TwoFactorSection } from '#web/two-factor/two-factor-section.tsx'
import { SessionsSection } from './sessions-section.tsx'

/** How one signs in beside the password, and where one is signed in. */
export function Component() {
  return (
    <AccountPage title={m.security_page()} signedOut={m.security_signed_out()}>
      {() => (
        <>
          <TwoFactorSection />
          <PasskeysSection />
          <CodeHostSection />
          <SessionsSection />
        </>
      )}
    </AccountPage>
  )
}
