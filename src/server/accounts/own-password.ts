import type { FastifyInstance } from 'fastify'
import { Problem } from '#server/http/problem.ts'
import type { Viewer } from '#server/http/visitor.ts'
import type { Services } from '#server/services.ts'
import { readPasswordHash } from './password.store.ts'

/**
 * Whether somebody who is signed in has said their own password once more, as a change that a stolen session must not
 * make asks for (product.md section 5). Undefined when they have; else 403 `wrong-password`, 409 `password-needed` for a
 * user who has none (they came by a code host or have not chosen one yet), 429 after ten wrong ones in 15 minutes.
 */
export async function checkOwnPassword(
  app: FastifyInstance,
  { database, passwords }: Services,
  { userId }: Pick<Viewer, 'userId'>,
  password: string,
): Promise<Problem | undefined> {
  const stored = await readPasswordHash(database.db, userId)
  if (stored === null) return new Problem('password-needed')
  // counted before the password is looked at, so that many at once cannot slip past
  const wait = await app.limits.passwordAgain.consume(userId)
  if (wait) return wait
  const isRight = await passwords.verify(stored, password)
  if (isRight instanceof Problem) {
    await app.limits.passwordAgain.forgive(userId)
    return isRight
  }
  if (!isRight) return new Problem('wrong-password')
  await app.limits.passwordAgain.forgive(userId)
  return undefined
}
