import type { FastifyInstance } from 'fastify'
import type { Limit } from '#server/platform/http/attempts/limit.ts'
import type { Viewer } from '#server/platform/http/visitor.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'
import { readPasswordHash } from './password.store.ts'

/**
 * Whether somebody who is signed in has said their own password once more, as a change that a stolen session must not
 * make asks for (product.md section 5). Undefined when they have; else 403 `wrong-password`, 409 `password-needed` for a
 * user who has none (they came by a code host or have not chosen one yet), 429 after too many wrong ones in 15 minutes.
 * @param limit of wrong ones; ten, unless another is counted
 */
export async function checkOwnPassword(
  app: FastifyInstance,
  { database, passwords }: Services,
  { userId }: Pick<Viewer, 'userId'>,
  password: string,
  limit: Limit = app.limits.passwordAgain,
): Promise<Problem | undefined> {
  const stored = await readPasswordHash(database.db, userId)
  if (stored === null) return new Problem('password-needed')
  // counted before the password is looked at, so that many at once cannot slip past
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
