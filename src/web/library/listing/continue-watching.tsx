import { useEffect } from 'react'
import type { HistoryEntry, Video } from '#contract/library/library.ts'
import { resumeSeconds } from '#domain/catalogue/viewing.ts'
import { m } from '#messages/generated/messages.js'
import type { Library } from '#web/library/videos/library.ts'
import { useLocalState } from '#web/platform/site/store.ts'
import { useCards } from './card-context.ts'
import { CardList } from './card-list.tsx'

/** Maximum number of films. */
export const longest = 4

/** Films that the viewer began and did not finish, latest first. */
export function ContinueWatching() {
  const { library, viewer } = useCards()
  const videos = begun(library, viewer.history).slice(0, longest)
  const count = videos.length
  useEffect(() => {
    const { continued, set } = useLocalState.getState()
    if (viewer.session && continued !== count) set({ continued: count })
  }, [viewer.session, count])
  if (count === 0) return null
  return (
    <section aria-labelledby="continue-watching" className="border-b border-line pb-8">
      <h2 id="continue-watching" className="pb-4">
        {m.continue_watching()}
      </h2>
      <CardList videos={videos} withCategory className="card-grid card-row" />
    </section>
  )
}

function begun(library: Library, history: readonly HistoryEntry[]): Video[] {
  return history.flatMap((entry) => {
    const video = library.byId.get(entry.videoId)
    if (!video) return []
    const viewing = { ...entry, viewedAt: new Date(entry.viewedAt) }
    return resumeSeconds(viewing, video.durationSeconds) > 0 ? [video] : []
  })
}
