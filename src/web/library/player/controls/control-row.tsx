import {
  FullscreenButton,
  MuteButton,
  PiPButton,
  PlayButton,
  SeekButton,
  Time,
  VolumeSlider,
} from '@videojs/react'
import {
  Keyboard,
  Maximize,
  Minimize,
  Pause,
  PictureInPicture2,
  Play,
  RectangleHorizontal,
  RotateCcw,
  RotateCw,
  Volume1,
  Volume2,
  VolumeX,
} from 'lucide-react'
import type { Chapter } from '#contract/library/library.ts'
import { m } from '#messages/generated/messages.js'
import type { ShownSize } from '#web/library/player/film/film.ts'
import type { Stage } from '#web/library/player/film/perform.ts'
import type { Captions } from '#web/library/player/film/use-captions.ts'
import { useLocalState } from '#web/platform/site/store.ts'
import { control, filled, icon, notCompleted } from './control.tsx'
import { CaptionsControl, ChapterMenu, SettingsMenu, SpeedMenu, TextMenu } from './control-menus.tsx'

type ControlRowProps = {
  stage: Stage
  captions: Captions
  size: ShownSize | undefined
  chapters: readonly Chapter[]
}

/**
 * The buttons of the bar. Those that do not fit on a small player are available by keyboard, on the page or on the
 * phone itself.
 */
export function ControlRow({ stage, captions, size, chapters }: ControlRowProps) {
  return (
    <div className="control-row">
      <PlayButton
        label={({ paused }) => (paused ? m.player_play() : m.player_pause())}
        render={(props, { paused }) =>
          control(props, paused ? <Play {...filled} /> : <Pause {...filled} />, 'k')
        }
      />
      <SeekButton
        seconds={-10}
        label={m.player_back({ seconds: 10 })}
        render={(props) => control(props, <RotateCcw {...icon} />, 'j')}
      />
      <SeekButton
        seconds={10}
        label={m.player_forward({ seconds: 10 })}
        render={(props) => control(props, <RotateCw {...icon} />, 'l')}
      />
      <Volume />
      <p className="control-time num">
        <span className="sr-only">{m.player_current_time()} </span>
        <Time.Value type="current" {...unnamed} />
        <span className="control-duration">
          {' / '}
          <span className="sr-only">{m.player_duration()} </span>
          <Time.Value type="duration" {...unnamed} />
        </span>
      </p>
      <ChapterMenu chapters={chapters} element={stage.element} />
      <div className="ml-auto flex items-center">
        <CaptionsControl captions={captions} />
        {size ? <TextMenu {...size} /> : null}
        <SpeedMenu element={stage.element} />
        <SettingsMenu captions={captions} size={size} chapters={chapters} element={stage.element} />
        {control(
          { 'aria-label': m.player_keys(), onClick: stage.onShowKeys },
          <Keyboard {...icon} />,
          '?',
          'when-large',
        )}
        <PiPButton
          label={({ pip }) => (pip ? m.player_leave_pip() : m.player_pip())}
          render={(props) => control(props, <PictureInPicture2 {...icon} />, undefined, 'when-medium')}
        />
        <TheatreButton />
        <FullscreenButton
          label={({ fullscreen }) => (fullscreen ? m.player_leave_full_screen() : m.player_full_screen())}
          render={(props, { fullscreen }) =>
            control(props, fullscreen ? <Minimize {...icon} /> : <Maximize {...icon} />, 'f')
          }
        />
      </div>
    </div>
  )
}

/** A `<time>` takes no name (W3C, ARIA in HTML); the player's library would give it one. */
const unnamed = { 'aria-label': undefined }

function Volume() {
  return (
    <div className="control-volume">
      <MuteButton
        label={({ muted }) => (muted ? m.player_unmute() : m.player_mute())}
        render={(props, { muted, volumeLevel }) =>
          control(
            props,
            muted || volumeLevel === 'off' ? (
              <VolumeX {...icon} />
            ) : volumeLevel === 'low' ? (
              <Volume1 {...icon} />
            ) : (
              <Volume2 {...icon} />
            ),
            'm',
          )
        }
      />
      <VolumeSlider.Root className="volume" label={m.player_volume()}>
        <VolumeSlider.Track className="volume-track">
          <VolumeSlider.Fill className="volume-fill" />
        </VolumeSlider.Track>
        <VolumeSlider.Thumb className="volume-thumb" {...notCompleted} />
      </VolumeSlider.Root>
    </div>
  )
}

function TheatreButton() {
  const theatre = useLocalState((state) => state.theatre)
  const set = useLocalState((state) => state.set)
  return control(
    {
      'aria-label': m.player_theatre(),
      'aria-pressed': theatre,
      onClick: () => set({ theatre: !theatre }),
    },
    <RectangleHorizontal {...icon} />,
    't',
    'when-large not-in-full-screen',
  )
}
