import type { FastifyInstance } from 'fastify'
import type { Transaction } from 'kysely'
import type { calls } from '#contract/calls.ts'
import { checkRegistration } from '#domain/accounts/account.ts'
import { emailKey, pendingUntil } from '#domain/accounts/contact.ts'
import { couponKey, couponReservationDays } from '#domain/coupons/coupon.ts'
import { type Language, preferredLanguage } from '#domain/language.ts'
import { refuseRegistration } from '#server/accounts/refuse-registration.ts'
import {
  findConfirmedContact,
  insertRegistration,
  keepOrUndo,
  lockAddress,
  markPoint,
} from '#server/accounts/registration.store.ts'
import { reserveCoupon } from '#server/billing/coupon.store.ts'
import type { Tables } from '#server/database/tables.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { CallAnswer, CallContext } from '#server/http/route.ts'
import { hasEnoughMails, queueMail } from '#server/mail/queue-mail.ts'
import { alreadyRegisteredMail, confirmContactMail } from '#server/mail/templates/contacts.ts'
import { checkNewPassword } from '#server/passwords/check-new-password.ts'
import { sha256 } from '#server/runtime/derived-key.ts'
import { Problem } from '#server/runtime/problem.ts'
import type { Services } from '#server/services/services.ts'
import { readServiceMode } from '#server/site/service-mode.ts'

type Context = CallContext<typeof calls.register>

/**
 * Registers an account with its owner and mails a code to the address. Somebody who has a confirmed account gets a mail
 * that says so instead; the answer, and the work done for it, are the same, so that nobody learns who has an account
 * (decisions/030-registration-and-confirmation.md). 422 `invalid` by field, one answer for every coupon that is no good.
 */
export async function register(
  app: FastifyInstance,
  services: Services,
  { body, visitor, request, remember }: Context,
): Promise<CallAnswer<typeof calls.register>> {
  const { productName } = services.config
  const password = checkNewPassword(body.password, { productName, emails: [body.email] })
  const faults = { ...checkRegistration(body), ...(password && { password }) }
  if (Object.keys(faults).length > 0) return refuseRegistration(faults)
  const coupon = body.couponCode?.trim() ? couponKey(body.couponCode) : undefined
  const { limits } = app
  const wait =
    (await limits.register.consume(visitor.network)) ??
    (coupon && (await limits.coupon.consume(visitor.network)))
  if (wait) return wait
  const passwordHash = await services.passwords.hash(body.password)
  if (passwordHash instanceof Problem) return passwordHash

  const takesCoupons = (await readServiceMode(services)) === 'open'
  const answer = {
    status: 202,
    body: { status: 'confirmation-needed', email: body.email.trim() },
  } as const
  const done = await inTransaction(services.database.db, async (trx) => {
    if (coupon && !takesCoupons) return false
    const stored = await storeRegistration(trx, services, {
      body,
      visitor,
      language: preferredLanguage(request.headers['accept-language']),
      coupon,
      passwordHash,
    })
    if (stored) await remember(trx, answer)
    return stored
  })
  if (!done) return refuseRegistration({ couponCode: 'coupon-invalid' })
  if (coupon) await limits.coupon.forgive(visitor.network)
  return answer
}

/**
 * Writes all that belongs to a registration, and undoes it where the address has an account already or has had enough
 * mails: so both cases cost the same. False when the coupon is no good, and then nothing is written at all.
 */
async function storeRegistration(
  trx: Transaction<Tables>,
  services: Services,
  {
    body,
    visitor,
    language,
    coupon,
    passwordHash,
  }: Pick<Context, 'body' | 'visitor'> & {
    language: Language
    coupon: string | undefined
    passwordHash: string
  },
): Promise<boolean> {
  const { clock, config, random } = services
  const [now, real] = [clock.now(), clock.real()]
  const name = body.name.trim()
  const email = body.email.trim()
  const accountId = random.id()
  const contactId = random.id()
  const code = random.token()

  await lockAddress(trx, emailKey(email))
  const known = await findConfirmedContact(trx, emailKey(email))
  const template = known ? 'already-registered' : 'confirm-contact'
  const enough = await hasEnoughMails(trx, services, { to: email, template })

  await markPoint(trx)
  await insertRegistration(trx, {
    accountId,
    userId: random.id(),
    contactId,
    name,
    email,
    emailKey: emailKey(email),
    passwordHash,
    newsletter: body.newsletter ?? false,
    language,
    code: {
      hash: sha256(code),
      browserHash: visitor.preSessionHash,
      createdAt: real,
      expiresAt: pendingUntil(real),
    },
    now,
  })
  const couponHeld =
    coupon === undefined ||
    (await reserveCoupon(trx, {
      couponKey: coupon,
      accountId,
      now,
      reservedUntil: new Date(now.getTime() + couponReservationDays * 86_400_000),
    }))
  await keepOrUndo(trx, couponHeld && !known && !enough)

  if (couponHeld && !enough) {
    const content = known
      ? alreadyRegisteredMail({ email: known.email }, config, language)
      : confirmContactMail({ name, email, code }, config, language)
    await queueMail(trx, services, {
      effectKey: `${template} ${contactId}`,
      template,
      to: known?.email ?? email,
      content,
    })
  }
  return couponHeld
}
