import type { Transaction } from 'kysely'
import { startOfDay, startOfDayAfter } from '#domain/billing/billing-period.ts'
import { formatDay } from '#domain/dates.ts'
import type { NewPerson } from '#domain/moving-in/check-rows.ts'
import type { ServiceMode } from '#domain/service-mode.ts'
import { m } from '#messages/generated/messages.js'
import { lockSubscription } from '#server/books/billing/billed-subscription.ts'
import { storeEvent } from '#server/business/subscriptions/apply-billing-event.ts'
import { insertConsent } from '#server/identity/accounts/newsletter-consent.store.ts'
import { insertOwner } from '#server/identity/accounts/registration.store.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'
import { insertImportedPerson } from './people-import.store.ts'

/**
 * Adds an account with its owner, who has neither password nor confirmed address, and the time that they bring along. Mails
 * nobody. Consent is recorded as the operator's word. The address is locked, and nobody else's.
 */
export async function addPerson(
  trx: Transaction<Tables>,
  services: Services,
  person: NewPerson,
  { importId, file, serviceMode }: { importId: string; file: string; serviceMode: ServiceMode },
): Promise<void> {
  const { clock, config, random } = services
  const { zone } = config.seller
  const { name, email, emailKey, language, consentOn, until, seats } = person
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
  if (until === null) return
  const subscription = await lockSubscription(trx, services, serviceMode, accountId)
  if (!subscription) throw new Error('an account that was just added is gone')
  const end = startOfDayAfter(startOfDay(until, zone), { value: 1, unit: 'd' }, zone)
  // the day may have passed since the list was checked
  if (end <= clock.now()) return
  const event = { type: 'move-in', licenseCount: seats, until: end } as const
  const stored = await storeEvent(trx, services, subscription, event)
  if (stored instanceof Problem) throw new Error(`nobody can move in now: ${stored.code}`)
}
