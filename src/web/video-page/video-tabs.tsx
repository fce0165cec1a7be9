import type { Video } from '#contract/library/library.ts'
import { m } from '#messages/generated/messages.js'
import type { Library } from '#web/library/library.ts'
import type { Viewer } from '#web/library/viewing.ts'
import { Tabs } from '#web/ui/tabs.tsx'
import { VideoInfo } from './video-info.tsx'

/** Info and Comments (product.md section 2, Video page). */
export function VideoTabs(props: {
  video: Video
  library: Library | undefined
  viewer: Viewer
  onCopyLink: (() => void) | undefined
}) {
  return (
    <Tabs
      label={m.video_tabs()}
      className="min-w-0"
      tabs={[
        { value: 'info', label: m.tab_info(), content: <VideoInfo {...props} /> },
        {
          value: 'comments',
          label: m.tab_comments(),
          content: <p className="text-muted">{m.no_comments()}</p>,
        },
      ]}
    />
  )
}
