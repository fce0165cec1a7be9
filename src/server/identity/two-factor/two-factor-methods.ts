import type { SignInMethods } from '#contract/accounts/credentials.ts'
import { readPasswordHash } from '#server/identity/passwords/password.store.ts'
import type { Db } from '#server/platform/database/tables.ts'
import { listPasskeys, type PasskeyRow } from './passkey.store.ts'
import { isTwoFactorOn, readSecondFactors } from './second-factor.store.ts'

/** Returns how a user signs in, for the security page. */
export async function readSignInMethods(db: Db, userId: string): Promise<SignInMethods> {
  const factors = await readSecondFactors(db, userId)
  const passwordHash = await readPasswordHash(db, userId)
  const passkeys = await listPasskeys(db, userId)
  return {
    hasPassword: passwordHash !== null,
    totp: factors.totp,
    recoveryCodes: isTwoFactorOn(factors) ? factors.recoveryCodes : 0,
    passkeys: passkeys.map(shownPasskey),
  }
}

export function shownPasskey({
  id,
  name,
  createdAt,
  lastUsedAt,
}: PasskeyRow): SignInMethods['passkeys'][number] {
  return { id, name, createdAt: createdAt.toISOString(), lastUsedAt: lastUsedAt?.toISOString() ?? null }
}
