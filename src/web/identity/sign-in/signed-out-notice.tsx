import { useEffect, useState } from 'react'
import { m } from '#messages/generated/messages.js'
import { signInAgain } from '#web/platform/site/ended-session.ts'
import { useLocation } from '#web/platform/site/router.tsx'
import { renewSession, useSite } from '#web/platform/site/site.ts'
import { Button } from '#web/platform/ui/button.tsx'
import { Modal } from '#web/platform/ui/modal.tsx'
import { SignInAgain } from './sign-in-again.tsx'

/**
 * Shown on a page that keeps unsaved input after its user was signed out elsewhere. Offers to sign in again. The next
 * page belongs to the user signed in by then.
 */
export default function SignedOutNotice() {
  const { session, signedInNow, waiting } = useSite()
  const { pathname } = useLocation()
  const [typedAt] = useState(pathname)
  useEffect(() => {
    if (pathname !== typedAt) renewSession()
  }, [pathname, typedAt])
  if (!session?.authenticated || !signedInNow) return null
  const other = signedInNow.authenticated ? signedInNow.user : undefined
  return (
    <>
      <aside
        role="status"
        className="sticky bottom-0 z-40 flex flex-wrap items-center justify-center gap-x-4 gap-y-2 border-t-2 border-accent bg-accent-soft px-4 py-2 text-center"
      >
        <span className="wrap-anywhere">
          {other ? m.signed_out_other({ name: other.name }) : m.signed_out_kept()}
        </span>
        <span className="flex flex-wrap justify-center gap-3">
          <Button onClick={() => renewSession()}>{m.signed_out_discard()}</Button>
          <Button variant="primary" onClick={() => signInAgain()}>
            {m.locked_login()}
          </Button>
        </span>
      </aside>
      <Modal title={m.locked_signed_out_title()} onClose={() => waiting?.(false)}>
        {waiting ? <SignInAgain key={other?.id} person={session.user} other={other} /> : null}
      </Modal>
    </>
  )
}
