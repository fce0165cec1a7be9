import { startOfDay, startOfDayAfter } from '#domain/billing/billing-period.ts'
import { formatDay } from '#domain/dates.ts'
import type { NewPerson } from '#domain/moving-in/check-rows.ts'
import { m } from '#messages/generated/messages.js'
import { lockSubscription } from '#server/books/billing/billed-subscription.ts'
import { queueVatIdCheck } from '#server/books/billing/check-vat-id.ts'
import { storeEvent } from '#server/business/subscriptions/apply-billing-event.ts'
import { insertConsent } from '#server/identity/accounts/newsletter-consent.store.ts'
import { storeBillingAddress, storeVatId } from '#server/identity/accounts/profile.store.ts'
import { insertOwner } from '#server/identity/accounts/registration.store.ts'
import type { Trx } from '#server/platform/database/tables.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'
import type { FoundCard } from './find-cards.ts'
import { keepMovedCard } from './moved-cards.store.ts'
import { insertImportedPerson } from './people-import.store.ts'

/**
 * Adds an account with its owner, who has neither password nor confirmed address, and the time that they bring along. Mails
 * nobody. Consent is recorded as the operator's word. The address is locked, and nobody else's.
 */
export async function addPerson(
  trx: Trx,
  services: Services,
  person: NewPerson,
  { importId, file, card }: { importId: string; file: string; card: Exclude<FoundCard, string> | undefined },
): Promise<void> {
  const { clock, config, random } = services
  const { zone } = config.seller
  const { name, email, emailKey, language, consentOn, seats, card: terms } = person
  const accountId = random.id()
  await insertOwner(trx, {
    accountId,
    name,
    email,
    emailKey,
    language,
    userId: random.id(),
    contactId: random.id(),
    passwordHash: null,
    newsletter: consentOn !== null,
    confirmedAt: null,
    now: clock.now(),
  })
  await insertImportedPerson(trx, { accountId, importId })
  if (consentOn !== null)
    await insertConsent(trx, {
      id: random.id(),
      accountId,
      at: startOfDay(consentOn, zone),
      means: 'import',
      text: m.moving_in_consent({ file, day: formatDay(consentOn, language) }, { locale: language }),
    })
  const end = endOf(person, zone)
  // the day may have passed since the list was checked
  if (end === null || end <= clock.now()) return
  if (terms && card) {
    const { country, vatId, billingAddress, customer, price, interval } = terms
    await storeVatId(trx, accountId, { country, vatId, business: vatId !== null })
    await storeBillingAddress(trx, accountId, billingAddress)
    if (vatId !== null) await queueVatIdCheck(trx, services, accountId)
    const moved = { price, interval, seats, ...card }
    await keepMovedCard(trx, { accountId, customer, chargedFrom: end, moved })
  }
  const subscription = await lockSubscription(trx, services, accountId)
  if (!subscription) throw new Error('an account that was just added is gone')
  const event = { type: 'move-in', licenseCount: seats, until: end } as const
  const stored = await storeEvent(trx, services, subscription, event)
  if (stored instanceof Problem) throw new Error(`nobody can move in now: ${stored.code}`)
}

/** Somebody with a card has access until the next charge, others through the last day that was paid. */
function endOf({ card, until }: NewPerson, zone: string): Date | null {
  if (card) return startOfDay(card.nextChargeOn, zone)
  return until === null ? null : startOfDayAfter(startOfDay(until, zone), { value: 1, unit: 'd' }, zone)
}
