import type { Transaction } from 'kysely'
import type { Language } from '#domain/language.ts'
import { releaseHeldCoupon } from '#server/books/billing/coupon.store.ts'
import {
  clearAccount,
  removeOtherSignInMethods,
  replaceUser,
} from '#server/identity/accounts/confirmation.store.ts'
import type { ContactCode } from '#server/identity/accounts/contact-code.store.ts'
import { countAccountChange } from '#server/identity/accounts/profile.store.ts'
import { replacePassword } from '#server/identity/passwords/password.store.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { Services } from '#server/platform/services/services.ts'

/** A password that was chosen at the mailed link, and by whom; no name where none was asked for. */
export type Chosen = { readonly passwordHash: string; readonly name: string }

/**
 * Gives a user to whoever reads the mails to their first contact. Of one who was registered nothing stays, for it may
 * have been a stranger who did it: no name, address, order of deletion, held coupon, no user and no link that they added.
 * Somebody added by hand keeps what whoever added them gave them. Answers the user's id from now on.
 */
export async function takeOver(
  trx: Transaction<Tables>,
  { clock, random }: Services,
  confirmation: ContactCode,
  chosen: Chosen & { readonly language: Language },
): Promise<string> {
  const { accountId, role } = confirmation
  if (!isRegistered(confirmation)) {
    await replacePassword(trx, confirmation.userId, chosen.passwordHash)
    await removeOtherSignInMethods(trx, confirmation)
    return confirmation.userId
  }
  const userId = random.id()
  await replaceUser(trx, confirmation, { ...chosen, userId, now: clock.now() })
  await countAccountChange(trx, accountId)
  if (role !== 'owner') return userId
  await clearAccount(trx, accountId, { ...chosen, userId })
  await releaseHeldCoupon(trx, accountId)
  return userId
}

/** Whether somebody registered or joined with this address, and so chose all that is known of the user. */
export function isRegistered({ role, passwordHash }: ContactCode): boolean {
  return role === 'owner' || passwordHash !== null
}
