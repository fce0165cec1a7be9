import type { Limit } from '#server/platform/http/attempts/limit.ts'
import type { Viewer } from '#server/platform/http/visitor.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'
import { readPasswordHash } from './password.store.ts'

/**
 * Verifies that a signed-in user knows their password, for changes that a stolen session must not make (product.md
 * section 5). Undefined if so; else 403 `wrong-password`, 409 `password-needed` for a user without a password, 429
 * after too many wrong ones in 15 minutes.
 * @param limit of wrong passwords; ten by default
 */
export async function checkOwnPassword(
  { limits, database, passwords }: Pick<Services, 'database' | 'limits' | 'passwords'>,
  { userId }: Pick<Viewer, 'userId'>,
  password: string,
  limit: Limit = limits.passwordAgain,
): Promise<Problem | undefined> {
  const stored = await readPasswordHash(database.db, userId)
  if (stored === null) return new Problem('password-needed')
  // counted before the password is verified, so that parallel attempts cannot slip past
  const wait = await limit.consume(userId)
  if (wait) return wait
  const isRight = await passwords.verify(stored, password)
  if (isRight instanceof Problem) {
    await limit.forgive(userId)
    return isRight
  }
  if (!isRight) return new Problem('wrong-password')
  await limit.forgive(userId)
  return undefined
}
