import type { calls } from '#contract/calls.ts'
import { canonicalEmail, emailKey, pendingContactDays } from '#domain/accounts/contact.ts'
import type { ServiceMode } from '#domain/service-mode.ts'
import { offeredTrialDays } from '#server/books/billing/offered-trial.ts'
import { findOwner } from '#server/business/team/join.store.ts'
import { issueContactCode } from '#server/identity/accounts/contact-code.ts'
import { countAtAddress } from '#server/identity/accounts/count-at-address.ts'
import {
  findConfirmedContact,
  keepOrUndo,
  lockAddress,
  markPoint,
} from '#server/identity/accounts/registration.store.ts'
import { safeNext } from '#server/platform/config/safe-next.ts'
import type { Trx } from '#server/platform/database/tables.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { CallContext, UseCase } from '#server/platform/http/route.ts'
import { hasEnoughMails, queueMail, registrationsAnHour } from '#server/platform/mail/queue-mail.ts'
import { alreadyRegisteredMail, confirmContactMail } from '#server/platform/mail/templates/contacts.ts'
import { confirmJoiningMail } from '#server/platform/mail/templates/team.ts'
import type { MailServices } from '#server/platform/services/services.ts'
import { readServiceMode } from '#server/platform/site/service-mode.ts'
import { findRegisteredHere, type RegisteredHere } from './registered-here.store.ts'

type Context = CallContext<typeof calls.resendRegistration>

/**
 * Sends the mail of a registration, or of a join by an invite link, again to the user who did so in this browser.
 * Counts towards the limits of registering with an address; reply and work are the same for every address: one with an
 * account gets the "already registered" mail, one that was not registered in this browser gets none
 * (decisions/030-registration-and-confirmation.md). 429 after too many from one network.
 */
export const resendRegistration: UseCase<'resendRegistration'> = async (
  services,
  { body, visitor, request },
) => {
  const wait = await services.limits.register.consume(visitor.network)
  if (wait) return wait
  const fromHere = await countAtAddress(services, { email: body.email, network: visitor.network })
  const serviceMode = await readServiceMode(services)
  await inTransaction(services.database.db, (trx) =>
    sendAgain(trx, services, { body, visitor, request, serviceMode, enoughFromHere: fromHere !== undefined }),
  )
  return { status: 202, body: { status: 'confirmation-needed', email: body.email.trim() } }
}

async function sendAgain(
  trx: Trx,
  services: MailServices,
  {
    body,
    visitor,
    request: { language },
    serviceMode,
    enoughFromHere,
  }: Pick<Context, 'body' | 'visitor' | 'request'> & { serviceMode: ServiceMode; enoughFromHere: boolean },
): Promise<void> {
  const { clock, config, random } = services
  const email = canonicalEmail(body.email)
  const key = emailKey(email)
  await lockAddress(trx, key)
  const known = await findConfirmedContact(trx, key)
  const registeredAfter = new Date(clock.now().getTime() - pendingContactDays * 86_400_000)
  const registeredHere = await findRegisteredHere(trx, {
    emailKey: key,
    browserHash: visitor.preSessionHash,
    registeredAfter,
  })
  const template = known ? 'already-registered' : 'confirm-contact'
  const enough =
    (await hasEnoughMails(trx, services, { to: email, template, most: registrationsAnHour })) ||
    enoughFromHere
  // a placeholder, so that the same work is done
  const person = registeredHere ?? { ...nobody, email, contactId: random.id() }

  await markPoint(trx)
  const code = await issueContactCode(trx, services, {
    contactId: person.contactId,
    purpose: 'confirm-contact',
    browserHash: visitor.preSessionHash,
  })
  const owner = await findOwner(trx, person.accountId)
  const trialDays = await offeredTrialDays(trx, services, { ...person, serviceMode })
  const next = safeNext(body.next, config)
  const { name } = person
  const asked =
    person.role === 'owner'
      ? confirmContactMail({ name, email: person.email, code, next, trialDays }, config, language)
      : confirmJoiningMail({ name, owner: owner?.name ?? '', email: person.email, code }, config, language)
  await queueMail(trx, services, {
    effectKey: `${template} again ${random.id()}`,
    template,
    to: known?.email ?? person.email,
    content: known ? alreadyRegisteredMail({ email: known.email }, config, language) : asked,
  })
  await keepOrUndo(trx, !enough && (known !== undefined || registeredHere !== undefined))
}

const nobody = {
  contactId: '',
  accountId: '00000000-0000-0000-0000-000000000000',
  name: '',
  email: '',
  role: 'owner',
} as const satisfies RegisteredHere
