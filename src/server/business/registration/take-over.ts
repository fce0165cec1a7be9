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
import type { Trx } from '#server/platform/database/tables.ts'
import type { Services } from '#server/platform/services/services.ts'

/** A password chosen with the mailed code, and a name, empty where none was required. */
export type Chosen = { readonly passwordHash: string; readonly name: string }

/**
 * Gives a user to the owner of their first contact's mailbox. Nothing of a registered user is kept, because a stranger
 * may have registered: no name, address, scheduled deletion, reserved coupon, added user or invite link. A user added
 * by a manager keeps what the manager set. Returns the user's id from now on.
 */
export async function takeOver(
  trx: Trx,
  { clock, random }: Pick<Services, 'clock' | 'random'>,
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

/** Returns whether the user registered or joined with this address, and so entered their own data. */
export function isRegistered({ role, passwordHash }: ContactCode): boolean {
  return role === 'owner' || passwordHash !== null
}
