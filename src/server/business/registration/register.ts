import type { calls } from '#contract/calls.ts'
import { checkRegistration } from '#domain/accounts/account.ts'
import { canonicalEmail, emailKey } from '#domain/accounts/contact.ts'
import type { Language } from '#domain/language.ts'
import { registers, type ServiceMode } from '#domain/service-mode.ts'
import { countWrongCoupon } from '#server/books/billing/count-wrong-coupon.ts'
import { offeredTrialDays } from '#server/books/billing/offered-trial.ts'
import { refuseUnprintable } from '#server/books/invoices/printable.ts'
import { issueContactCode } from '#server/identity/accounts/contact-code.ts'
import { countAtAddress } from '#server/identity/accounts/count-at-address.ts'
import { createUnconfirmedOwner } from '#server/identity/accounts/create-owner.ts'
import {
  findConfirmedContact,
  keepOrUndo,
  lockAddress,
  markPoint,
} from '#server/identity/accounts/registration.store.ts'
import { refuseFormWithPassword } from '#server/identity/passwords/check-new-password.ts'
import { safeNext } from '#server/platform/config/safe-next.ts'
import type { Trx } from '#server/platform/database/tables.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { CallContext, UseCase } from '#server/platform/http/route.ts'
import { hasEnoughMails, queueMail, registrationsAnHour } from '#server/platform/mail/queue-mail.ts'
import { alreadyRegisteredMail, confirmContactMail } from '#server/platform/mail/templates/contacts.ts'
import { Problem, refuseRegistration } from '#server/platform/runtime/problem.ts'
import type { MailServices } from '#server/platform/services/services.ts'
import { readServiceMode } from '#server/platform/site/service-mode.ts'
import { countRegistration, holdCoupon, typedCouponKey } from './registration-coupon.ts'

type Context = CallContext<typeof calls.register>

/**
 * Registers an account with its owner and mails a code to the address. Existing users get an "already registered" mail;
 * reply and work are the same, so that accounts cannot be enumerated (decisions/030-registration-and-confirmation.md).
 * 422 `invalid` by field, the same for every invalid coupon; 409 `paused` without a coupon while the service takes no
 * new accounts.
 */
export const register: UseCase<'register'> = async (services, { body, visitor, request, remember }) => {
  const refused = refuseFormWithPassword(services.config, body, checkRegistration(body))
  if (refused) return refused
  const unprintable = await refuseUnprintable('name', body.name)
  if (unprintable) return unprintable
  const coupon = typedCouponKey(body)
  const serviceMode = await readServiceMode(services)
  if (!registers(serviceMode) && coupon === undefined) return new Problem('paused')
  const wait = await countRegistration(services, visitor.network, coupon)
  if (wait) return wait
  const passwordHash = await services.passwords.hash(body.password)
  if (passwordHash instanceof Problem) return passwordHash

  const fromHere = await countAtAddress(services, { email: body.email, network: visitor.network })
  const answer = {
    status: 202,
    body: { status: 'confirmation-needed', email: body.email.trim() },
  } as const
  const done = await inTransaction(services.database.db, async (trx) => {
    const stored = await storeRegistration(trx, services, {
      body,
      visitor,
      language: request.language,
      coupon,
      serviceMode,
      passwordHash,
      enoughFromHere: fromHere !== undefined,
    })
    if (stored) await remember(trx, answer)
    return stored
  })
  if (!done) {
    await countWrongCoupon(services)
    return refuseRegistration({ couponCode: 'coupon-invalid' })
  }
  if (coupon) await services.limits.coupon.forgive(visitor.network)
  return answer
}

type Registration = Pick<Context, 'body' | 'visitor'> & {
  readonly language: Language
  readonly coupon: string | undefined
  readonly serviceMode: ServiceMode
  readonly passwordHash: string
  /** This network has reached its limit for the address: only other networks cause a mail there. */
  readonly enoughFromHere: boolean
}

/**
 * Stores a registration, and rolls it back where the address has an account already or has had enough mails: both cases
 * cost the same. False for an invalid coupon, with nothing stored.
 */
async function storeRegistration(
  trx: Trx,
  services: MailServices,
  registration: Registration,
): Promise<boolean> {
  const { body, visitor, language, coupon, serviceMode, passwordHash, enoughFromHere } = registration
  const { random } = services
  const email = canonicalEmail(body.email)
  await lockAddress(trx, emailKey(email))
  const known = await findConfirmedContact(trx, emailKey(email))
  const template = known ? 'already-registered' : 'confirm-contact'
  const enoughMails = await hasEnoughMails(trx, services, { to: email, template, most: registrationsAnHour })
  const enough = enoughMails || enoughFromHere

  await markPoint(trx)
  const accountId = random.id()
  const contactId = await createUnconfirmedOwner(trx, services, {
    accountId,
    userId: random.id(),
    name: body.name,
    email,
    passwordHash,
    newsletter: body.newsletter === true,
    means: 'registration',
    language,
  })
  const code = await issueContactCode(trx, services, {
    contactId,
    purpose: 'confirm-contact',
    browserHash: visitor.preSessionHash,
  })
  const couponHeld = await holdCoupon(trx, services, { coupon, accountId, serviceMode, visitor })
  const trialDays = await offeredTrialDays(trx, services, { accountId, email, serviceMode })
  await keepOrUndo(trx, couponHeld && !known && !enough)
  if (!couponHeld || enough) return couponHeld

  await queueMail(trx, services, {
    effectKey: `${template} ${contactId}`,
    template,
    to: known?.email ?? email,
    content: known
      ? alreadyRegisteredMail({ email: known.email }, services.config, language)
      : confirmContactMail(
          { name: body.name, email, code, next: safeNext(body.next, services.config), trialDays },
          services.config,
          language,
        ),
  })
  return true
}
