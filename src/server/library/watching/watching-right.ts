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
 * Why a visitor may not watch a video now: signed out, an address still to be confirmed, no seat or no running
 * subscription. Undefined when they may. Read from the data each time, so that whoever loses the right loses it at once;
 * `find` is for callers that have just read who it is.
 */
export async function refuseWatching(
  services: Services,
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
 * Has `write` done for a user who may watch. It is tried first by a guess, what is remembered of them, where that says they
 * may: it writes only while the facts it was decided by are still so. It answers undefined where what it was decided by
 * has changed: then all is read and decided anew. Of those that collide, one is done each time.
 */
export async function writeAsWatcher<Watcher extends WatcherRights, Done>(
  services: Services,
  { userId, video }: { readonly userId: string; readonly video: { readonly free: boolean } },
  known: {
    readonly guess: (Watcher & { readonly facts: string }) | undefined
    read(): Promise<Watcher | undefined>
  },
  write: (watcher: Watcher, guessed: { readonly facts: string } | undefined) => Promise<Done | undefined>,
): Promise<Done | Problem> {
  for (let { guess } = known; ; guess = undefined) {
    const watcher: Watcher | undefined = guess ?? (await known.read())
    if (!watcher) return new Problem('login-required')
    const refusal = await refuseWatching(services, userId, video, async () => watcher)
    if (!refusal) {
      const done = await write(watcher, guess)
      if (done !== undefined) return done
    } else if (!guess) return new Problem(refusal)
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
