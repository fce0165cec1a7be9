import type { Video } from '#contract/library/library.ts'
import { m } from '#messages/generated/messages.js'
import { Tabs } from '#web/ui/tabs.tsx'
import type { Library } from './library.ts'
import { VideoInfo } from './video-info.tsx'
import type { Viewer } from './viewing.ts'

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
