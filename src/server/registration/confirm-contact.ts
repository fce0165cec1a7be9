import type { FastifyInstance } from 'fastify'
import type { calls } from '#contract/calls.ts'
import { emailKey, pendingUntil } from '#domain/accounts/contact.ts'
import {
  type Confirmation,
  confirmContactRow,
  disownAddress,
  findConfirmation,
  findTrialEnd,
  forgetOtherWaysIn,
} from '#server/accounts/confirmation.store.ts'
import { findConfirmedContact, lockAddress } from '#server/accounts/registration.store.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { CallAnswer, CallContext } from '#server/http/route.ts'
import type { Visitor } from '#server/http/visitor.ts'
import { replacePassword } from '#server/passwords/password.store.ts'
import { sha256 } from '#server/runtime/derived-key.ts'
import { Problem } from '#server/runtime/problem.ts'
import type { Services } from '#server/services/services.ts'
import { lockUser } from '#server/sessions/user-lock.store.ts'
import { readServiceMode } from '#server/site/service-mode.ts'
import { finishJoining } from '#server/team/finish-joining.ts'
import { passwordFromElsewhere } from './password-from-elsewhere.ts'
import { preferContact } from './prefer-contact.ts'
import { startFirstSubscription } from './start-first-subscription.ts'

/**
 * Confirms a contact with the code that was mailed to it, and starts the trial or redeems the coupon that was given at
 * registration. Whoever comes in another browser than the one that registered has to say the password or to choose a
 * new one, which then replaces the first one and ends the sessions opened with it: a stranger who registered somebody
 * else's address keeps nothing of it. A contact that was added later asks for the user's own password instead, and begins
 * nothing. A second click on the link changes nothing and succeeds again.
 */
export async function confirmContact(
  app: FastifyInstance,
  services: Services,
  { body, visitor }: CallContext<typeof calls.confirmContact>,
): Promise<CallAnswer<typeof calls.confirmContact>> {
  const { database, clock } = services
  if (body.contact.trim() === '' || body.code.trim() === '') return new Problem('code-missing')
  const wait = await app.limits.confirm.consume(visitor.network)
  if (wait) return wait
  const codeHash = sha256(body.code.trim())
  const confirmation = await findConfirmation(database.db, codeHash)
  if (!confirmation || confirmation.emailKey !== emailKey(body.contact)) return new Problem('code-wrong')
  if (confirmation.confirmedAt) {
    const trialEnd = await findTrialEnd(database.db, confirmation.accountId)
    return confirmed(confirmation, trialEnd !== undefined && trialEnd > clock.now())
  }
  if (confirmation.usedAt) return new Problem('code-wrong')
  if (hasExpired(confirmation, services)) return new Problem('code-expired')

  const passwordHash = isOwnBrowser(confirmation, visitor)
    ? undefined
    : await passwordFromElsewhere(app, services, confirmation, body.password)
  if (passwordHash instanceof Problem) return passwordHash
  const serviceMode = await readServiceMode(services)
  return inTransaction(database.db, async (trx) => {
    await lockAddress(trx, confirmation.emailKey)
    await lockUser(trx, confirmation.userId)
    if (await findConfirmedContact(trx, confirmation.emailKey)) return new Problem('contact-in-use')
    const { userConfirmed, startsSubscription } = (await findConfirmation(trx, codeHash)) ?? confirmation
    // what the password was asked for may have become something else meanwhile
    if (userConfirmed !== confirmation.userConfirmed) return new Problem('version-conflict')
    const times = { now: clock.now(), real: clock.real() }
    if (!(await confirmContactRow(trx, confirmation.contactId, times))) return new Problem('code-wrong')
    if (passwordHash) {
      await replacePassword(trx, confirmation.userId, passwordHash)
      await forgetOtherWaysIn(trx, confirmation)
    }
    if (!userConfirmed) await preferContact(trx, confirmation)
    await disownAddress(trx, confirmation)
    await finishJoining(trx, services, confirmation)
    // other contacts than the owner's first begin nothing
    const subscription = startsSubscription
      ? await startFirstSubscription(trx, services, confirmation, serviceMode)
      : undefined
    return confirmed(confirmation, subscription?.status === 'trial')
  })
}

function confirmed({ email }: Confirmation, trialStarted: boolean) {
  return { status: 200, body: { contact: email, trialStarted } } as const
}

/** By the real clock, like every code; by business time, because a contact nobody confirmed expires by it. */
function hasExpired({ expiresAt, contactCreatedAt }: Confirmation, { clock }: Services): boolean {
  return expiresAt <= clock.real() || pendingUntil(contactCreatedAt) <= clock.now()
}

/** The browser that registered, or one in which the very user has signed in meanwhile. */
function isOwnBrowser({ browserHash, userId }: Confirmation, { preSessionHash, viewer }: Visitor): boolean {
  if (viewer?.userId === userId) return true
  return browserHash !== null && preSessionHash !== undefined && browserHash.equals(preSessionHash)
}
