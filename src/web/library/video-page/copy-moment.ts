import { href } from '#contract/pages.ts'
import { m } from '#messages/generated/messages.js'
import { notify } from '#web/platform/ui/notifications-store.ts'

/** Copies the URL of a moment of a video to the clipboard. */
export async function copyMoment(videoId: string, seconds: number): Promise<void> {
  const t = Math.floor(seconds)
  const link = location.origin + href('video', { id: videoId }, { t: t > 0 ? String(t) : undefined })
  try {
    await navigator.clipboard.writeText(link)
    notify(m.link_copied(), 'success')
  } catch {
    notify(m.link_not_copied({ link }))
  }
}
