import type { codeHostCalls } from '#contract/accounts/code-host-calls.ts'
import { checkAgreement } from '#domain/accounts/account.ts'
import { emailKey } from '#domain/accounts/contact.ts'
import type { Language } from '#domain/language.ts'
import { registers, type ServiceMode } from '#domain/service-mode.ts'
import { refuseUnprintable } from '#server/books/invoices/printable.ts'
import {
  countRegistration,
  holdCoupon,
  typedCouponKey,
} from '#server/business/registration/registration-coupon.ts'
import { startFirstSubscription } from '#server/business/registration/start-first-subscription.ts'
import { createConfirmedOwner } from '#server/identity/accounts/create-owner.ts'
import { findConfirmedContact, lockAddress } from '#server/identity/accounts/registration.store.ts'
import { finishSignIn } from '#server/identity/sign-in/finish-sign-in.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { CallContext, UseCase } from '#server/platform/http/route.ts'
import { Problem, refuseRegistration } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'
import { readServiceMode } from '#server/platform/site/service-mode.ts'
import { type Arrival, deleteArrivals, findArrival } from './arrival.store.ts'
import { queueAvatar } from './avatars.ts'
import { findUserOfSubject, insertIdentity, isStillLinked, lockSubject } from './code-host.store.ts'
import { sentBrowser } from './sent-browser.ts'

type Context = CallContext<typeof codeHostCalls.registerFromCodeHost>

/**
 * Creates an account for the code host user who arrived in this browser and accepts the terms, and signs them in. The
 * code host has confirmed the address, so trial or coupon begin at once, and others who registered with it without
 * confirming lose their access. 409 `code-host-expired` without an arrival within the hour.
 */
export const registerPerson: UseCase<'registerFromCodeHost'> = async (
  services,
  { body, visitor, request, reply, remember },
) => {
  const { clock, database } = services
  const faults = checkAgreement(body)
  if (Object.keys(faults).length > 0) return refuseRegistration(faults)
  const unprintable = await refuseUnprintable('name', body.name)
  if (unprintable) return unprintable
  const browserHash = visitor.viewer ? undefined : sentBrowser(services, request)
  const arrival = browserHash && (await findArrival(database.db, browserHash, clock.real()))
  if (!arrival) return new Problem('code-host-expired')
  const coupon = typedCouponKey(body)
  const wait = await countRegistration(services, visitor.network, coupon)
  if (wait) return wait

  const serviceMode = await readServiceMode(services)
  if (!registers(serviceMode) && coupon === undefined) return new Problem('paused')
  const { language } = request
  const owner = await storeOwner(services, {
    body,
    visitor,
    remember,
    arrival,
    coupon,
    serviceMode,
    language,
  })
  if (owner instanceof Problem) return owner
  if (coupon) await services.limits.coupon.forgive(visitor.network)
  const stillProven = isStillLinked(arrival.subject, owner.userId)
  await finishSignIn(services, { request, reply }, { ...owner, staySignedIn: false, stillProven })
  return done
}

const done = { status: 200, body: { status: 'ok' } } as const

type Registration = Pick<Context, 'body' | 'visitor' | 'remember'> & {
  readonly arrival: Arrival
  readonly coupon: string | undefined
  readonly serviceMode: ServiceMode
  readonly language: Language
}

/** Creates everything of the account, or nothing. */
async function storeOwner(
  services: Services,
  { body, visitor, remember, arrival, coupon, serviceMode, language }: Registration,
): Promise<{ userId: string; accountId: string } | Problem> {
  const { clock, database, random } = services
  const { subject, login, email, avatarUrl } = arrival
  const now = clock.now()
  const accountId = random.id()
  const userId = random.id()
  const key = emailKey(email)
  const store = inTransaction(database.db, async (trx) => {
    await lockSubject(trx, subject)
    await lockAddress(trx, key)
    const linked = await findUserOfSubject(trx, subject)
    if (linked) return new Problem('code-host-taken')
    if (await findConfirmedContact(trx, key)) return new Problem('contact-in-use')
    await createConfirmedOwner(trx, services, {
      accountId,
      userId,
      name: body.name,
      email,
      passwordHash: null,
      newsletter: body.newsletter ?? false,
      means: 'code-host',
      language,
    })
    if (!(await holdCoupon(trx, services, { coupon, accountId, serviceMode, visitor })))
      throw new CouponRefused()
    await insertIdentity(trx, { subject, userId, login, now })
    await startFirstSubscription(trx, services, { accountId, email })
    await deleteArrivals(trx, subject)
    await queueAvatar(trx, services, userId, avatarUrl ?? undefined)
    await remember(trx, done)
    return { userId, accountId }
  })
  return store.catch((error: unknown) => {
    if (error instanceof CouponRefused) return refuseRegistration({ couponCode: 'coupon-invalid' })
    throw error
  })
}

/** Thrown to roll back the account that the coupon was reserved for. */
class CouponRefused extends Error {}
