import type { FastifyInstance } from 'fastify'
import { emailKey } from '#domain/accounts/contact.ts'
import type { Problem } from '#server/platform/runtime/problem.ts'

/**
 * Counts that somebody registered or joined with an address: three times an hour from one network. Whoever types a stranger's
 * address again and again uses up their own tries, and its owner still gets in. The answer must not tell that.
 */
export function countAtAddress(
  { limits }: Pick<FastifyInstance, 'limits'>,
  { email, network }: { email: string; network: string },
): Promise<Problem | undefined> {
  return limits.registerAddress.consume(`${emailKey(email)} ${network}`)
}
