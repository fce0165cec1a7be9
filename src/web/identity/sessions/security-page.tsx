import { m } from '#messages/generated/messages.js'
import { CodeHostSection } from '#web/identity/code-host/code-host-section.tsx'
import { PasskeysSection } from '#web/identity/passkeys/passkeys-section.tsx'
import { TwoFactorSection } from '#web/identity/two-factor/two-factor-section.tsx'
import { AccountPage } from '#web/platform/layout/account-page.tsx'
import { SessionsSection } from './sessions-section.tsx'

/** Sign-in methods besides the password, and the user's sessions. */
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
