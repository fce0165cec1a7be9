import { Captions as CaptionsIcon, CaptionsOff, ChevronRight, Settings } from 'lucide-react'
import type { Chapter } from '#contract/library/library.ts'
import { m } from '#messages/generated/messages.js'
import type { ShownSize } from '#web/library/player/film/film.ts'
import { speeds } from '#web/library/player/film/speeds.ts'
import type { Captions } from '#web/library/player/film/use-captions.ts'
import { useLocalState } from '#web/platform/site/store.ts'
import { control, icon } from './control.tsx'
import { usePlayer } from './media-provider.ts'
import { MenuButton } from './menu-button.tsx'
import type { MenuPart } from './menu-content.ts'

type ChapterProps = { chapters: readonly Chapter[]; element: HTMLVideoElement }

/** Shows the current chapter; pressing it lists all. */
export function ChapterMenu(props: ChapterProps) {
  const menu = useChapterPart(props)
  if (!menu) return null
  const title = props.chapters[menu.current]?.title ?? ''
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
      menu={menu}
      button={(button) =>
        control(
          { ...button, 'aria-label': m.player_chapters_now({ title }) },
          text,
          undefined,
          'control-text control-chapter',
        )
      }
    />
  )
}

function useChapterPart({
  chapters,
  element,
}: ChapterProps): Extract<MenuPart, { kind: 'chapters' }> | undefined {
  const current = usePlayer((state) => chapterAt(chapters, state.currentTime))
  if (chapters.length === 0) return undefined
  return {
    kind: 'chapters',
    label: m.player_chapters(),
    chapters,
    current,
    onChoose: (startSeconds) => {
      element.currentTime = startSeconds
    },
  }
}

/** Returns the index of the chapter at a moment; -1 before the first. */
export function chapterAt(chapters: readonly Chapter[], seconds: number): number {
  return chapters.findLastIndex(({ startSeconds }) => startSeconds <= seconds)
}

/** Speeds from 0.5 to 3, remembered for later films. */
export function SpeedMenu({ element }: { element: HTMLVideoElement }) {
  const speed = useLocalState((state) => state.speed)
  return (
    <TextMenu
      menu={speedPart(element, speed)}
      name={m.player_speed_now({ speed })}
      text={m.speed_times({ speed })}
      shortcut="< >"
    />
  )
}

/** A menu whose button shows what is chosen. */
export function TextMenu({
  menu,
  name,
  text,
  shortcut,
}: Pick<ShownSize, 'name' | 'text'> & { menu: MenuPart; shortcut?: string }) {
  const shown = (
    <span className="num" aria-hidden>
      {text}
    </span>
  )
  return (
    <MenuButton
      menu={menu}
      button={(props) =>
        control({ ...props, 'aria-label': name }, shown, shortcut, 'control-text control-speed')
      }
    />
  )
}

function speedPart(element: HTMLVideoElement, speed: number): MenuPart {
  return {
    kind: 'choices',
    label: m.player_speed(),
    value: String(speed),
    choices: speeds.map((offered) => ({ value: String(offered), label: m.speed_times({ speed: offered }) })),
    onChoose: (value) => {
      element.playbackRate = Number(value)
    },
  }
}

const off = 'off'

/** Language, size and position of captions. */
export function CaptionsControl({ captions }: { captions: Captions }) {
  const menu = captionsPart(captions)
  if (!menu) return null
  const { on } = captions
  const picture = on ? <CaptionsIcon {...icon} /> : <CaptionsOff {...icon} />
  return (
    <MenuButton
      menu={menu}
      button={(props) =>
        control({ ...props, 'aria-label': m.player_captions() }, picture, 'c', on ? 'control-on' : '')
      }
    />
  )
}

function captionsPart({ available, on, chosen }: Captions): MenuPart | undefined {
  if (available.length === 0) return undefined
  const { set } = useLocalState.getState()
  return {
    kind: 'captions',
    label: m.player_captions(),
    value: on && chosen ? chosen.srclang : off,
    choices: [
      { value: off, label: m.player_captions_off() },
      ...available.map(({ srclang, label }) => ({ value: srclang, label })),
    ],
    onChoose: (language) =>
      set(language === off ? { captions: false } : { captions: true, captionsLanguage: language }),
  }
}

/** For narrow bars, as on phones: quality, speed, captions with their size, and chapters in one sheet. */
export function SettingsMenu({
  captions,
  size,
  ...props
}: ChapterProps & { captions: Captions; size: ShownSize | undefined }) {
  const speed = useLocalState((state) => state.speed)
  const parts = [size?.menu, speedPart(props.element, speed), captionsPart(captions), useChapterPart(props)]
  return (
    <MenuButton
      menu={{ kind: 'sheet', label: m.player_settings(), parts: parts.filter((part) => part !== undefined) }}
      button={(button) =>
        control(
          { ...button, 'aria-label': m.player_settings() },
          <Settings {...icon} />,
          undefined,
          'when-small',
        )
      }
    />
  )
}
