import type { ContactCode } from '#server/identity/accounts/contact-code.store.ts'
import { isPasswordStill } from '#server/identity/passwords/password-proof.ts'
import { finishSignIn } from '#server/identity/sign-in/finish-sign-in.ts'
import type { Browser } from '#server/platform/http/cookies.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import type { Services } from '#server/platform/services/services.ts'

/**
 * Signs an owner in who has just confirmed the first contact of their registration, in the browser that registered: it holds
 * the pre-session cookie of that registration, and its reader has the mail. Does nothing for any other confirmation, nor
 * where somebody is signed in or on their way to it. A second factor is asked for as at every sign-in.
 * @param confirmation as it was before it was confirmed, read in that transaction
 */
export async function signInRegistrant(
  services: Services,
  browser: Browser,
  confirmation: ContactCode,
): Promise<void> {
  const { userId, accountId, passwordHash } = confirmation
  const { visitor } = browser.request
  if (visitor.viewer || visitor.pending || passwordHash === null) return
  if (!isFirstOfRegistration(confirmation) || !hasRegistered(confirmation, visitor)) return
  const stillProven = isPasswordStill(userId, passwordHash)
  await finishSignIn(services, browser, { userId, accountId, stillProven, staySignedIn: false })
}

/** Whether a code was asked for by this very browser: by its pre-session, which no session stands in for. */
export function hasRegistered({ browserHash }: ContactCode, { preSessionHash }: Visitor): boolean {
  return browserHash !== null && preSessionHash !== undefined && browserHash.equals(preSessionHash)
}

function isFirstOfRegistration({ role, userConfirmed, isPrimary }: ContactCode): boolean {
  return role === 'owner' && !userConfirmed && isPrimary
}
