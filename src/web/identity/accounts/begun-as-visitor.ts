import type { HistoryEntry } from '#contract/library/library.ts'
import { watchingCalls } from '#contract/library/watching-calls.ts'
import { call } from '#web/platform/site/api.ts'
import { siteNow } from '#web/platform/site/site-clock.ts'
import { useLocalState } from '#web/platform/site/store.ts'

/** The newest films are kept; the server takes as many at once. */
const mostFilms = 50

/** Notes in this browser what a visitor watches: that a film was begun, or where they stopped. */
export function noteBegun(
  videoId: string,
  change: Partial<Pick<HistoryEntry, 'seen' | 'positionSeconds'>>,
): void {
  const { begun, set } = useLocalState.getState()
  const viewedAt = siteNow().toISOString()
  const known = begun.find((film) => film.videoId === videoId)
  const film = { seen: false, positionSeconds: 0, ...known, ...change, videoId, viewedAt }
  set({ begun: [film, ...begun.filter((other) => other !== known)].slice(0, mostFilms) })
}

/**
 * Sends a visitor's viewing to the account just registered, once. Must not be called after a login: the viewing may be
 * another person's of this browser.
 */
export async function bringBegun(): Promise<void> {
  const { begun, set } = useLocalState.getState()
  if (begun.length === 0) return
  // whatever comes of it: who registers here next may be another person
  set({ begun: [] })
  await call(watchingCalls.takeBegun, { body: { begun: [...begun] } })
}
