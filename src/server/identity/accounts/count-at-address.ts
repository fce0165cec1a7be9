import { emailKey } from '#domain/accounts/contact.ts'
import type { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'

/**
 * Counts a registration or join with an address: three an hour from one network. A stranger who types an address
 * repeatedly uses up their own limit, not its owner's. The reply must not reveal the outcome.
 */
export function countAtAddress(
  { limits }: Pick<Services, 'limits'>,
  { email, network }: { email: string; network: string },
): Promise<Problem | undefined> {
  return limits.registerAddress.consume(`${emailKey(email)} ${network}`)
}
