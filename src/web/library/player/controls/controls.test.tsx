import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Track } from '#contract/library/library.ts'
import { theFilm } from '#support/film-element.ts'
import { show } from '#support/screen.tsx'
import type { ShownSize } from '#web/library/player/film/film.ts'
import type { Stage } from '#web/library/player/film/perform.ts'
import type { Captions } from '#web/library/player/film/use-captions.ts'
import { useLocalState } from '#web/platform/site/store.ts'
import { Controls } from './controls.tsx'

// jsdom has neither picture in picture nor full screen
Object.assign(document, { pictureInPictureEnabled: true, fullscreenEnabled: true })
Object.assign(HTMLVideoElement.prototype, { requestPictureInPicture: async () => undefined })
Object.assign(Element.prototype, { requestFullscreen: async () => undefined })

const track = (srclang: string, label: string): Track => ({
  kind: 'captions',
  src: `/media/grant/captions.${srclang}.vtt`,
  srclang,
  label,
  default: false,
})
/** jsdom does not show the top layer. */
const popUp = { hidden: true }

const chapters = [
  { startSeconds: 0, title: 'A counter' },
  { startSeconds: 21, title: 'Two counters' },
]
let keysShown = 0

type BarProps = {
  tracks: Track[]
  size: ShownSize | undefined
  /** What has happened to the film before the bar is there. */
  before: ((element: HTMLVideoElement) => void) | undefined
}

function Bar({ tracks, size, before }: BarProps) {
  const [stage, setStage] = useState<Stage>()
  const on = useLocalState((state) => state.captions)
  const captions: Captions = {
    available: tracks,
    on,
    chosen: tracks[0],
    track: undefined,
    setDrawn: () => undefined,
  }
  return (
    <section
      className="player"
      ref={(frame) => {
        const element = frame?.querySelector('video')
        if (!frame || !element || stage) return
        before?.(element)
        const none = () => undefined
        const onShowKeys = () => {
          keysShown += 1
        }
        setStage({
          element,
          frame,
          hasCaptions: true,
          onNext: none,
          onPrevious: none,
          onShowKeys,
          onAction: none,
        })
      }}
    >
      {/* biome-ignore lint/a11y/useMediaCaption: a film for tests */}
      <video src="/film.mp4" />
      {stage ? (
        <Controls
          stage={stage}
          captions={captions}
          size={size}
          chapters={chapters}
          storyboard={undefined}
          covered={false}
        />
      ) : null}
    </section>
  )
}

async function open(
  tracks = [track('en', 'English')],
  size?: ShownSize,
  before?: (element: HTMLVideoElement) => void,
) {
  show(<Bar tracks={tracks} size={size} before={before} />)
  const film = theFilm()
  act(() => void film.element.dispatchEvent(new Event('loadstart')))
  await screen.findByRole('button', { name: /^Speed/ })
  return film
}
const button = (name: string | RegExp) => screen.getByRole('button', { name })

beforeEach(() => {
  useLocalState.getState().reset()
  keysShown = 0
})

describe('the control bar', () => {
  test('has a large button over a film that has not begun, and none once it has', async () => {
    const { element, runs } = await open()
    expect(screen.getAllByRole('button', { name: 'Play' })).toHaveLength(2)
    runs()
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Play' })).toBeNull())
    await userEvent.click(button('Pause'))
    expect(element.paused).toBe(true)
    expect(screen.getAllByRole('button', { name: 'Play' })).toHaveLength(1)
  })

  test('says that a film is loading that was begun before the bar was there, and has no data yet', async () => {
    const begin = (element: HTMLVideoElement) => {
      Object.defineProperty(element, 'readyState', { value: 1 })
      void element.play()
    }
    await open(undefined, undefined, begin)
    expect(await screen.findByText('The video is loading.', {}, { timeout: 5000 })).toBeTruthy()
  })

  test('names each button, with its key', async () => {
    await open()
    expect(button('Back 10 seconds').title).toBe('Back 10 seconds (j)')
    expect(button('Full screen').title).toBe('Full screen (f)')
    expect(button('Mute').title).toBe('Mute (m)')
    expect(screen.getByRole('slider', { name: 'Seek' })).toBeTruthy()
    expect(screen.getByRole('slider', { name: 'Volume' })).toBeTruthy()
  })

  test('has only attributes that their elements take', async () => {
    await open()
    expect(document.querySelector('time[aria-label], [role=slider][autocomplete]')).toBeNull()
    expect(document.querySelector('.control-time')?.textContent).toMatch(/^Current time .+ \/ Duration .+/)
  })

  test('switches captions off and on', async () => {
    await open()
    await userEvent.click(button('Captions'))
    await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Off', ...popUp }))
    expect(useLocalState.getState().captions).toBe(false)
    await userEvent.click(button('Captions'))
    await userEvent.click(await screen.findByRole('menuitemradio', { name: 'English', ...popUp }))
    expect(useLocalState.getState().captions).toBe(true)
  })

  test('changes size and position of captions, and stays open to try them', async () => {
    await open()
    await userEvent.click(button('Captions'))
    const size = within(await screen.findByRole('group', { name: 'Size', ...popUp }))
    const place = within(screen.getByRole('group', { name: 'Place', ...popUp }))
    const chosen = (group: typeof size) =>
      group.getAllByRole('menuitemradio', { ...popUp, checked: true }).map((item) => item.textContent)
    expect([chosen(size), chosen(place)]).toEqual([['Normal'], ['Bottom']])
    await userEvent.click(size.getByRole('menuitemradio', { name: 'Large', ...popUp }))
    await userEvent.click(place.getByRole('menuitemradio', { name: 'Below the video', ...popUp }))
    expect(useLocalState.getState()).toMatchObject({ captionsSize: 'large', captionsPlace: 'below' })
    expect([chosen(size), chosen(place)]).toEqual([['Large'], ['Below the video']])
    expect(button('Captions').getAttribute('aria-expanded')).toBe('true')
  })

  test('has no captions button without captions', async () => {
    await open([])
    expect(screen.queryByRole('button', { name: 'Captions' })).toBeNull()
  })

  test('offers languages if there are several', async () => {
    await open([track('en', 'English'), track('de', 'Deutsch')])
    await userEvent.click(button('Captions'))
    const menu = within(await screen.findByRole('group', { name: 'Captions', ...popUp }))
    expect(menu.getAllByRole('menuitemradio', popUp).map((item) => item.textContent)).toEqual([
      'Off',
      'English',
      'Deutsch',
    ])
    await userEvent.click(menu.getByRole('menuitemradio', { name: 'Deutsch', ...popUp }))
    expect(useLocalState.getState()).toMatchObject({ captions: true, captionsLanguage: 'de' })
  })

  test('offers speeds from 0.5 to 3', async () => {
    const { element } = await open()
    await userEvent.click(button('Speed 1×'))
    const items = within(await screen.findByRole('menu', popUp)).getAllByRole('menuitemradio', popUp)
    expect(items.map((item) => item.textContent)).toEqual(
      ['0.5', '0.75', '1', '1.25', '1.5', '1.75', '2', '2.5', '3'].map((speed) => `${speed}×`),
    )
    await userEvent.click(screen.getByRole('menuitemradio', { name: '1.5×', ...popUp }))
    expect(element.playbackRate).toBe(1.5)
  })

  describe('offers the sizes of a film', () => {
    const onChoose = vi.fn()
    const size: ShownSize = {
      videoId: 'a',
      url: '/media/grant/film.720.mp4',
      name: 'Quality: Auto, 720p',
      text: '720p',
      menu: {
        kind: 'choices',
        label: 'Quality',
        value: '0',
        choices: ['Auto', '1080p', '720p'].map((label, place) => ({
          value: ['0', '1080', '720'][place] ?? '',
          label,
        })),
        onChoose,
      },
    }
    beforeEach(() => onChoose.mockReset())

    test('beside the speed', async () => {
      await open([], size)
      expect(button('Quality: Auto, 720p').textContent).toBe('720p')
      await userEvent.click(button('Quality: Auto, 720p'))
      const menu = within(await screen.findByRole('menu', { name: 'Quality', ...popUp }))
      const items = menu.getAllByRole('menuitemradio', popUp)
      expect(items.map((item) => [item.textContent, item.getAttribute('aria-checked')])).toEqual([
        ['Auto', 'true'],
        ['1080p', 'false'],
        ['720p', 'false'],
      ])
      await userEvent.click(menu.getByRole('menuitemradio', { name: '1080p', ...popUp }))
      expect(onChoose).toHaveBeenCalledExactlyOnceWith('1080')
    })

    test('in the sheet', async () => {
      await open([], size)
      await userEvent.click(button('Settings'))
      const sheet = within(await screen.findByRole('menu', { name: 'Settings', ...popUp }))
      await userEvent.click(sheet.getByRole('menuitemradio', { name: '720p', ...popUp }))
      expect(onChoose).toHaveBeenCalledExactlyOnceWith('720')
    })

    test('nowhere where there is only one', async () => {
      await open()
      expect(screen.queryByRole('button', { name: /^Quality/ })).toBeNull()
      await userEvent.click(button('Settings'))
      await screen.findByRole('menu', { name: 'Settings', ...popUp })
      expect(screen.queryByRole('menuitemradio', { name: 'Auto', ...popUp })).toBeNull()
    })
  })

  test('lists the chapters and seeks to one', async () => {
    const { element, at } = await open()
    at(22)
    await userEvent.click(await screen.findByRole('button', { name: 'Chapters: Two counters' }))
    const items = within(await screen.findByRole('menu', { name: 'Chapters', ...popUp })).getAllByRole(
      'menuitem',
      popUp,
    )
    expect(items.map((item) => item.textContent)).toEqual(['0:00A counter', '0:21Two counters'])
    expect(items.map((item) => item.getAttribute('aria-current'))).toEqual([null, 'true'])
    await userEvent.click(screen.getByRole('menuitem', { name: /A counter/, ...popUp }))
    expect(element.currentTime).toBe(0)
  })

  test('has a sheet with speed, captions, their size and the chapters for narrow bars', async () => {
    const { element } = await open()
    await userEvent.click(button('Settings'))
    const sheet = within(await screen.findByRole('menu', { name: 'Settings', ...popUp }))
    expect(sheet.getAllByRole('group', popUp).length).toBeGreaterThan(3)
    await userEvent.click(sheet.getByRole('menuitemradio', { name: '2×', ...popUp }))
    expect(element.playbackRate).toBe(2)
  })

  test('widens the film, and lists the keys', async () => {
    await open()
    await userEvent.click(button('Theatre'))
    expect(useLocalState.getState().theatre).toBe(true)
    await userEvent.click(button('Keys'))
    expect(keysShown).toBe(1)
  })
})
