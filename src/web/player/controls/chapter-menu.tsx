import { ChevronRight } from 'lucide-react'
import type { Chapter } from '#contract/library/library.ts'
import { m } from '#messages/generated/messages.js'
import { control } from './control.tsx'
import { usePlayer } from './media-provider.ts'
import { MenuButton } from './menu-button.tsx'

/** The current chapter; pressing it lists them all. */
export function ChapterMenu({
  chapters,
  element,
}: {
  chapters: readonly Chapter[]
  element: HTMLVideoElement
}) {
  const current = usePlayer((state) => chapterAt(chapters, state.currentTime))
  if (chapters.length === 0) return null
  const title = chapters[current]?.title ?? ''
  const text = (
    <>
      <span className="truncate" aria-hidden>
        {title}
      </span>
      <ChevronRight className="size-3.5 shrink-0 -rotate-90" aria-hidden />
    </>
  )
  return (
    <MenuButton
      menu={{
        kind: 'chapters',
        label: m.player_chapters(),
        chapters,
        current,
        onChoose: (startSeconds) => {
          element.currentTime = startSeconds
        },
      }}
      button={(props) =>
        control(
          { ...props, 'aria-label': m.player_chapters_now({ title }) },
          text,
          undefined,
          'control-text control-chapter',
        )
      }
    />
  )
}

/** Index of the chapter that a moment lies in; -1 before the first. */
export function chapterAt(chapters: readonly Chapter[], seconds: number): number {
  return chapters.findLastIndex(({ startSeconds }) => startSeconds <= seconds)
}
