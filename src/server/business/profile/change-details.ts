import { tidyLines } from '#domain/accounts/addressee.ts'
import { m } from '#messages/generated/messages.js'
import { refuseUnprintable } from '#server/books/invoices/printable.ts'
import { decideNewsletter } from '#server/identity/accounts/newsletter-consent.store.ts'
import {
  storeAccountName,
  storeBillingAddress,
  storeUserName,
} from '#server/identity/accounts/profile.store.ts'
import { accountAnswer } from '#server/identity/accounts/read-account.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { UseCase } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/runtime/problem.ts'

/**
 * Changes the user's name; the owner's is also the account's. Counts as a change of the account, because its list of
 * users shows it. 422 `name-missing` for blank text, `unprintable` for an owner's name that invoices cannot print.
 */
export const changeName: UseCase<'changeName', 'database'> = async (services, { body, viewer }) => {
  const name = body.name.trim()
  if (name === '') return new Problem('invalid', { fields: { name: 'field_name_missing' } })
  const unprintable = viewer.role === 'owner' && (await refuseUnprintable('name', name))
  if (unprintable) return unprintable
  await inTransaction(services.database.db, async (trx) => {
    await storeUserName(trx, viewer, name)
    if (viewer.role === 'owner') await storeAccountName(trx, viewer.accountId, name)
  })
  return accountAnswer(services, viewer)
}

/** Subscribes the account to the newsletter, or unsubscribes it; records time and wording. */
export const changeNewsletter: UseCase<'changeNewsletter', 'database' | 'clock' | 'random'> = async (
  services,
  { body, request, viewer },
) => {
  const { clock, database, random } = services
  await inTransaction(database.db, (trx) =>
    decideNewsletter(trx, {
      id: random.id(),
      accountId: viewer.accountId,
      at: clock.now(),
      means: 'profile',
      ...(body.newsletter && { text: m.newsletter_consent({}, { locale: request.language }) }),
    }),
  )
  return accountAnswer(services, viewer)
}

/** Changes the billing address (product.md section 5: non-empty). 422 `billing-address-missing`, `unprintable`. */
export const changeBillingAddress: UseCase<'changeBillingAddress', 'database'> = async (
  services,
  { body, viewer },
) => {
  const address = tidyLines(body.address)
  if (address === '') return new Problem('invalid', { fields: { address: 'field_billing_address_missing' } })
  const unprintable = await refuseUnprintable('address', address)
  if (unprintable) return unprintable
  await storeBillingAddress(services.database.db, viewer.accountId, address)
  return accountAnswer(services, viewer)
}
