import { pendingUntil } from '#domain/accounts/contact.ts'
import { finishJoining } from '#server/business/team/join.ts'
import {
  confirmContactRow,
  disownAddress,
  findTrialEnd,
} from '#server/identity/accounts/confirmation.store.ts'
import { readOwnContacts, storePrimaryContact } from '#server/identity/accounts/contact.store.ts'
import { type ContactCode, findContactCode } from '#server/identity/accounts/contact-code.store.ts'
import { checkContactCode } from '#server/identity/accounts/contact-code.ts'
import { countAccountChange } from '#server/identity/accounts/profile.store.ts'
import { findConfirmedContact, lockAddress } from '#server/identity/accounts/registration.store.ts'
import { refuseNewPassword } from '#server/identity/passwords/check-new-password.ts'
import { checkOwnPassword } from '#server/identity/passwords/own-password.ts'
import { isPasswordStill } from '#server/identity/passwords/password-proof.ts'
import { lockUser } from '#server/identity/sessions/user-lock.store.ts'
import { finishSignIn } from '#server/identity/sign-in/finish-sign-in.ts'
import type { Db, Trx } from '#server/platform/database/tables.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { Browser } from '#server/platform/http/cookies.ts'
import type { UseCase } from '#server/platform/http/route.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'
import { startFirstSubscription } from './start-first-subscription.ts'
import { type Chosen, isRegistered, takeOver } from './take-over.ts'

/**
 * Confirms a contact with its mailed code, and starts the trial or redeems the coupon of the registration. Another
 * browser than the registering one must send the password, or a new one and a name: then the account is reset, so that
 * a stranger who registered someone else's address leaves nothing in it. A contact added later needs the user's own
 * password, and begins nothing. Repeating the link succeeds without effect.
 */
export const confirmContact: UseCase<'confirmContact'> = async (
  services,
  { body, visitor, request, reply },
) => {
  const { database, clock } = services
  const purpose = 'confirm-contact'
  const { contact, code } = body
  const confirmation = await checkContactCode(services, { contact, code, purpose, visitor })
  if (confirmation instanceof Problem) return confirmation
  if (confirmation.confirmedAt) return confirmedBefore(database.db, services, confirmation)
  if (confirmation.usedAt) return new Problem('code-wrong')
  if (hasExpired(confirmation, services)) return new Problem('code-expired')

  const chosen = isOwnBrowser(confirmation, visitor)
    ? undefined
    : await passwordFromOtherBrowser(services, confirmation, body)
  if (chosen instanceof Problem) return chosen
  const stored = await inTransaction(database.db, async (trx) => {
    await lockAddress(trx, confirmation.emailKey)
    await lockUser(trx, confirmation.userId)
    const current = (await findContactCode(trx, { codeHash: confirmation.codeHash, purpose })) ?? confirmation
    const { confirmedAt, userConfirmed, startsSubscription } = current
    // of two concurrent calls the other was faster
    if (confirmedAt) return { answer: await confirmedBefore(trx, services, confirmation) }
    if (await findConfirmedContact(trx, confirmation.emailKey)) return new Problem('contact-in-use')
    // the reason for asking for a password may have changed meanwhile
    if (userConfirmed !== confirmation.userConfirmed) return new Problem('version-conflict')
    const times = { now: clock.now(), real: clock.real() }
    if (!(await confirmContactRow(trx, confirmation.contactId, times))) return new Problem('code-wrong')
    const { language } = request
    const userId = chosen
      ? await takeOver(trx, services, confirmation, { ...chosen, language })
      : confirmation.userId
    if (!userConfirmed) await makePrimary(trx, { ...confirmation, userId })
    await disownAddress(trx, { ...confirmation, userId })
    await finishJoining(trx, services, { ...confirmation, userId })
    // only the owner's first contact begins a subscription
    const subscription = startsSubscription
      ? await startFirstSubscription(trx, services, confirmation)
      : undefined
    const answer = confirmed(confirmation, subscription?.status === 'trial')
    return { answer, justConfirmed: current }
  })
  if (stored instanceof Problem) return stored
  if (stored.justConfirmed) await signInRegistrant(services, { request, reply }, stored.justConfirmed)
  return stored.answer
}

/**
 * Verifies the password sent with a code from another browser. Returns the hash of a newly chosen password with the
 * name, undefined for the user's current one. Only a user's first contact permits choosing a password: a contact added
 * later may be mistyped, and its reader must not get into the account. 403 `password-required` or
 * `own-password-required` without one; `name-required` with a new one where a stranger may have registered, so that a
 * mistyped password resets nothing.
 */
async function passwordFromOtherBrowser(
  services: Pick<Services, 'config' | 'database' | 'limits' | 'passwords'>,
  confirmation: ContactCode,
  { password, name = '' }: { readonly password?: string | undefined; readonly name?: string | undefined },
): Promise<Chosen | undefined | Problem> {
  if (confirmation.userConfirmed) {
    if (password === undefined) return new Problem('own-password-required')
    return checkOwnPassword(services, confirmation, password)
  }
  if (password === undefined) return new Problem('password-required')
  const { passwords } = services
  const isFirst =
    confirmation.passwordHash !== null && (await passwords.verify(confirmation.passwordHash, password))
  if (isFirst instanceof Problem) return isFirst
  if (isFirst) return undefined
  const known = { productName: services.config.productName, emails: [confirmation.email] }
  const refused = refuseNewPassword(password, known)
  if (refused) return refused
  if (isRegistered(confirmation) && name.trim() === '') {
    const taken = await findConfirmedContact(services.database.db, confirmation.emailKey)
    return new Problem(taken ? 'contact-in-use' : 'name-required')
  }
  const passwordHash = await passwords.hash(password)
  return passwordHash instanceof Problem ? passwordHash : { passwordHash, name: name.trim() }
}

/**
 * Makes a user's first confirmed contact the primary one. After a mistyped address at registration the user adds the
 * right one, and a stranger gets no further mail.
 */
async function makePrimary(
  trx: Trx,
  { userId, accountId, contactId }: { userId: string; accountId: string; contactId: string },
): Promise<void> {
  const { contacts } = await readOwnContacts(trx, userId)
  if (contacts.find(({ id }) => id === contactId)?.primary) return
  await storePrimaryContact(trx, userId, contactId)
  await countAccountChange(trx, accountId)
}

/** The link was used before. */
async function confirmedBefore(db: Db, { clock }: Pick<Services, 'clock'>, confirmation: ContactCode) {
  const trialEnd = await findTrialEnd(db, confirmation.accountId)
  return confirmed(confirmation, trialEnd !== undefined && trialEnd > clock.now())
}

function confirmed({ email }: ContactCode, trialStarted: boolean) {
  return { status: 200, body: { contact: email, trialStarted } } as const
}

/** By the real clock, like every code; by business time, because unconfirmed contacts expire by it. */
function hasExpired(
  { expiresAt, contactCreatedAt }: ContactCode,
  { clock }: Pick<Services, 'clock'>,
): boolean {
  return expiresAt <= clock.real() || pendingUntil(contactCreatedAt) <= clock.now()
}

/** The registering browser, or one in which the same user has signed in meanwhile. */
function isOwnBrowser(confirmation: ContactCode, visitor: Visitor): boolean {
  return visitor.viewer?.userId === confirmation.userId || hasRegistered(confirmation, visitor)
}

/**
 * Signs an owner in who has just confirmed the first contact of their registration, in the registering browser: it has
 * that registration's pre-session cookie, and its user has the mail. Does nothing for other confirmations, nor where a
 * user is signed in or signing in. A second factor is needed as at every sign-in.
 * @param confirmation as read before the confirmation, in its transaction
 */
async function signInRegistrant(
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
function hasRegistered({ browserHash }: ContactCode, { preSessionHash }: Visitor): boolean {
  return browserHash !== null && preSessionHash !== undefined && browserHash.equals(preSessionHash)
}

function isFirstOfRegistration({ role, userConfirmed, isPrimary }: ContactCode): boolean {
  return role === 'owner' && !userConfirmed && isPrimary
}
