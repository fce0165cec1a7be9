import type { ProblemCode } from '#contract/problems.ts'
import { hasSeat, mayWatch } from '#domain/team/permission.ts'
import { isAdmin } from '#server/identity/sessions/admin-account.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'
import { readServiceState } from '#server/platform/site/service-mode.ts'
import { findWatcher, type WatcherRights } from './watcher.store.ts'

export type WatchingRefusal = Extract<
  ProblemCode,
  'login-required' | 'confirmation-required' | 'subscription-required'
>

/**
 * Returns why a visitor may not watch a video: signed out, unconfirmed address, no seat or no running subscription.
 * Undefined when they may. Evaluated each time, so that a lost right ends at once; `find` is for callers that have just
 * read the user.
 */
export async function refuseWatching(
  services: Pick<Services, 'config' | 'database' | 'clock'>,
  userId: string | undefined,
  video: { readonly free: boolean },
  find: (userId: string) => Promise<WatcherRights | undefined> = (id) => findWatcher(services.database, id),
): Promise<WatchingRefusal | undefined> {
  const { clock, config } = services
  const request = { video, freedBySunset: false, now: clock.now(), graceDays: config.graceDays }
  // mutant `mayWatch(request) → false`: the answer is the same, after a look-up in vain
  if (mayWatch(request)) return undefined
  // mutant `userId === undefined → false`: nobody is found without an id
  const watcher = userId === undefined ? undefined : await find(userId)
  const right = {
    ...request,
    viewer: watcher && viewerOf(watcher),
    subscription: watcher?.subscription,
  }
  // mutant `mayWatch(right) → false`: the answer is the same, after a look-up in vain
  if (mayWatch(right)) return undefined
  const { freedBySunset } = await readServiceState(services)
  if (mayWatch({ ...right, freedBySunset })) return undefined
  if (!watcher) return 'login-required'
  return watcher.confirmed ? 'subscription-required' : 'confirmation-required'
}

/**
 * Calls `write` for a user who may watch, with what `read` returned; undefined from `write` means that another writer
 * has changed it, and repeats both. It ends: of writers that collide, one succeeds each round.
 */
export async function writeAsWatcher<Watcher extends WatcherRights, Done>(
  services: Pick<Services, 'config' | 'database' | 'clock'>,
  { userId, video }: { readonly userId: string; readonly video: { readonly free: boolean } },
  read: () => Promise<Watcher | undefined>,
  write: (watcher: Watcher) => Promise<Done | undefined>,
): Promise<Done | Problem> {
  for (;;) {
    const watcher = await read()
    if (!watcher) return new Problem('login-required')
    const refusal = await refuseWatching(services, userId, video, async () => watcher)
    if (refusal) return new Problem(refusal)
    const done = await write(watcher)
    if (done !== undefined) return done
  }
}

function viewerOf(watcher: WatcherRights) {
  return {
    removed: watcher.removed,
    confirmed: watcher.confirmed,
    admin: isAdmin(watcher),
    seat: hasSeat(watcher.usersBefore, watcher.licenseCount),
  }
}
