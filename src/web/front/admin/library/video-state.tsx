import type { VideoState } from '#contract/admin/library/admin-library.ts'
import { m } from '#messages/generated/messages.js'

export const stateNames: Record<VideoState, () => string> = {
  draft: m.library_state_draft,
  scheduled: m.library_state_scheduled,
  published: m.library_state_published,
  withdrawn: m.library_state_withdrawn,
  trash: m.library_state_trash,
}

/** Where a video stands, as a badge. */
export function StateBadge({ state }: { state: VideoState }) {
  return (
    <span className="library-badge" data-state={state}>
      {stateNames[state]()}
    </span>
  )
}
