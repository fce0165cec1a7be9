import type { Viewer } from '#server/platform/http/visitor.ts'
import type { Services } from '#server/platform/services/services.ts'
import { readConfirmedAt } from './session.store.ts'

/** How long a user counts as recently authenticated, in milliseconds. */
const provedMs = 5 * 60_000

/** Returns whether the user has authenticated within five minutes (real time). */
export async function provedLately(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  { sessionHash }: Viewer,
): Promise<boolean> {
  const provedAt = await readConfirmedAt(database, sessionHash)
  return provedAt !== undefined && clock.real().getTime() - provedAt.getTime() <= provedMs
}
