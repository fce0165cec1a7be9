import type { ContactCode } from '#server/identity/accounts/contact-code.store.ts'
import { isPasswordStill } from '#server/identity/passwords/password-proof.ts'
import { finishSignIn } from '#server/identity/sign-in/finish-sign-in.ts'
import type { Browser } from '#server/platform/http/cookies.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import type { Services } from '#server/platform/services/services.ts'

/**
 * Signs an owner in who has just confirmed the first contact of their registration, in the registering browser: it has
 * that registration's pre-session cookie, and its user has the mail. Does nothing for other confirmations, nor where a
 * user is signed in or signing in. A second factor is needed as at every sign-in.
 * @param confirmation as read before the confirmation, in its transaction
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

/** Returns whether this browser requested a code: by its pre-session, for which no session substitutes. */
export function hasRegistered({ browserHash }: ContactCode, { preSessionHash }: Visitor): boolean {
  return browserHash !== null && preSessionHash !== undefined && browserHash.equals(preSessionHash)
}

function isFirstOfRegistration({ role, userConfirmed, isPrimary }: ContactCode): boolean {
  return role === 'owner' && !userConfirmed && isPrimary
}
