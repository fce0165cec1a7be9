import { Captions as CaptionsIcon, CaptionsOff, ChevronRight } from 'lucide-react'
import type { Chapter } from '#contract/library/library.ts'
import { m } from '#messages/generated/messages.js'
import { speeds } from '#web/player/film/speeds.ts'
import type { Captions } from '#web/player/film/use-captions.ts'
import { useLocalState } from '#web/site/store.ts'
import { control, icon } from './control.tsx'
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

/** 0.5 to 3, remembered for each film to come. */
export function SpeedMenu({ element }: { element: HTMLVideoElement }) {
  const speed = useLocalState((state) => state.speed)
  const text = (
    <span className="num" aria-hidden>
      {m.speed_times({ speed })}
    </span>
  )
  return (
    <MenuButton
      menu={{
        kind: 'choices',
        label: m.player_speed(),
        value: String(speed),
        choices: speeds.map((offered) => ({
          value: String(offered),
          label: m.speed_times({ speed: offered }),
        })),
        onChoose: (value) => {
          element.playbackRate = Number(value)
        },
      }}
      button={(props) =>
        control({ ...props, 'aria-label': m.player_speed_now({ speed }) }, text, '< >', 'control-text')
      }
    />
  )
}

const off = 'off'

/** Captions: which, how large and where. */
export function CaptionsControl({ captions: { available, on, chosen } }: { captions: Captions }) {
  const set = useLocalState((state) => state.set)
  if (available.length === 0) return null
  const picture = on ? <CaptionsIcon {...icon} /> : <CaptionsOff {...icon} />
  return (
    <MenuButton
      menu={{
        kind: 'captions',
        label: m.player_captions(),
        value: on && chosen ? chosen.srclang : off,
        choices: [
          { value: off, label: m.player_captions_off() },
          ...available.map(({ srclang, label }) => ({ value: srclang, label })),
        ],
        onChoose: (language) =>
          set(language === off ? { captions: false } : { captions: true, captionsLanguage: language }),
      }}
      button={(props) =>
        control({ ...props, 'aria-label': m.player_captions() }, picture, 'c', on ? 'control-on' : '')
      }
    />
  )
}
