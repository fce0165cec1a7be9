import type { HistoryEntry } from '#contract/library/library.ts'
import { viewingCalls } from '#contract/library/viewing-calls.ts'
import { call } from '#web/platform/site/api.ts'
import { siteNow } from '#web/platform/site/site-clock.ts'
import { useLocalState } from '#web/platform/site/store.ts'

/** The newest films are kept; also the most that the server accepts at once. */
const mostFilms = 50

/** Stores a signed-out visitor's viewing in this browser: that a film was begun, or the position. */
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
 * Sends the viewing stored in this browser to the account just registered, once. Must not be called after a login:
 * another person may have watched.
 */
export async function bringBegun(): Promise<void> {
  const { begun, set } = useLocalState.getState()
  if (begun.length === 0) return
  // whatever the result: another person may be the next to register here
  set({ begun: [] })
  await call(viewingCalls.takeBegun, { body: { begun: [...begun] } })
}
