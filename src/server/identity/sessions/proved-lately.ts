import type { Viewer } from '#server/platform/http/visitor.ts'
import type { Services } from '#server/platform/services/services.ts'
import { readConfirmedAt } from './session.store.ts'

/** How long somebody counts as proved to be themselves, by signing in or by what was asked of them since. */
const provedMs = 5 * 60_000

/** Whether whoever is signed in has proved within five minutes (real time) who they are. */
export async function provedLately({ database, clock }: Services, { sessionHash }: Viewer): Promise<boolean> {
  const provedAt = await readConfirmedAt(database, sessionHash)
  return provedAt !== undefined && clock.real().getTime() - provedAt.getTime() <= provedMs
}
