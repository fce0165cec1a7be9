import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './expect-accessible.ts'
import { expect, test } from './site.ts'

test.use({ sharedSite: true, viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true })

test('a viewer on a phone reads captions: above the controls, larger, at the top, and below the film, where nothing moves @long', async ({
  page,
}) => {
  await openFilm(page)
  const player = page.getByRole('region', { name: /^Video player/ })
  const said = player.locator('.player-captions span')
  const picture = player.locator('video')
  const bar = player.locator('.player-bar')

  await test.step('they are above the controls, and larger relative to the picture than on a desktop', async () => {
    await toLine(page, 1)
    await expect(said).toBeVisible()
    await expect(bar).toHaveAttribute('data-visible')
    // they move up with a transition
    await expect.poll(async () => (await edges(said)).bottom).toBeLessThanOrEqual((await edges(bar)).top)
    const { size, share } = await sizeOf(said)
    expect(size).toBeGreaterThanOrEqual(16)
    await page.setViewportSize({ width: 1440, height: 900 })
    await expect.poll(async () => (await sizeOf(said)).size).toBeGreaterThan(size)
    expect((await sizeOf(said)).share).toBeLessThan(share)
    await page.setViewportSize({ width: 390, height: 844 })
  })

  await test.step('larger', async () => {
    const before = (await sizeOf(said)).size
    await choose(page, player, 'Large')
    await expect.poll(async () => (await sizeOf(said)).size).toBeGreaterThan(before * 1.2)
    await expect.poll(async () => (await edges(said)).bottom).toBeLessThanOrEqual((await edges(bar)).top)
  })

  await test.step('by keyboard, too: up and down through the menu, left and right along a row', async () => {
    const large = (await sizeOf(said)).size
    const button = player.getByRole('button', { name: 'Captions' })
    await button.press('Enter')
    const item = (name: string) => page.getByRole('menuitemradio', { name, exact: true })
    await expect(item('English')).toBeFocused()
    for (const [key, name] of [
      ['ArrowDown', 'Small'],
      ['ArrowLeft', 'Large'],
      ['ArrowRight', 'Small'],
      ['ArrowRight', 'Normal'],
    ] as const) {
      await page.keyboard.press(key)
      await expect(item(name)).toBeFocused()
    }
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await sizeOf(said)).size).toBeLessThan(large)
    await page.keyboard.press('Escape')
    await expect(button).toBeFocused()
    await choose(page, player, 'Large')
  })

  await test.step('at the top', async () => {
    await choose(page, player, 'Top')
    const { top } = await edges(picture)
    await expect.poll(async () => (await edges(said)).top - top).toBeLessThan(24)
    expect((await edges(said)).top).toBeGreaterThanOrEqual(top)
  })

  await test.step('below the film: outside the picture, and nothing moves from one line to the next', async () => {
    await choose(page, player, 'Below the video')
    await expect
      .poll(async () => (await edges(said)).top)
      .toBeGreaterThanOrEqual((await edges(picture)).bottom)
    const { width, height } = await edges(picture)
    expect(width / height).toBeCloseTo(16 / 9, 1)
    expect((await edges(bar)).bottom).toBeLessThanOrEqual((await edges(picture)).bottom + 1)
    const lines = await countLines(page)
    const bottoms = new Set<number>()
    for (let line = 0; line < lines; line += 1) {
      await toLine(page, line)
      await expect(said).toHaveText(await textOf(page, line))
      expect((await edges(said)).bottom).toBeLessThanOrEqual((await edges(player)).bottom)
      bottoms.add((await edges(player)).bottom)
    }
    expect([...bottoms]).toHaveLength(1)
    await expectAccessible(page, 'captions below the film')
  })

  await test.step('so they are after a reload', async () => {
    await page.reload()
    await toLine(page, 1)
    await expect
      .poll(async () => (await edges(said)).top)
      .toBeGreaterThanOrEqual((await edges(picture)).bottom)
  })

  await test.step('in landscape and in full screen the lines are within the screen, under the picture', async () => {
    await page.setViewportSize({ width: 844, height: 390 })
    await page.evaluate(() =>
      scrollBy(0, document.querySelector('.player')?.getBoundingClientRect().top ?? 0),
    )
    await expectWithinScreen(page, said, picture)
    expect((await edges(player)).height).toBe(390)
    await page.setViewportSize({ width: 390, height: 844 })
    await player.getByRole('button', { name: 'Full screen' }).tap()
    await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(true)
    await expectWithinScreen(page, said, picture)
    await page.evaluate(() => document.exitFullscreen())
  })

  await test.step("the browser draws them only where the page cannot: in a phone's own full screen", async () => {
    const mode = () =>
      picture.evaluate(
        (film: HTMLVideoElement) =>
          [...film.textTracks].find(({ kind, cues }) => kind === 'captions' && cues?.length)?.mode,
      )
    const fills = (fullScreen: boolean) =>
      picture.evaluate((film: HTMLVideoElement, value) => {
        Object.defineProperty(film, 'webkitDisplayingFullscreen', { configurable: true, value })
        film.dispatchEvent(new Event(value ? 'webkitbeginfullscreen' : 'webkitendfullscreen'))
      }, fullScreen)
    await expect.poll(mode).toBe('hidden')
    await fills(true)
    await expect.poll(mode).toBe('showing')
    await fills(false)
    await expect.poll(mode).toBe('hidden')
  })

  await test.step('with forced colours they have a background and a border', async () => {
    await page.emulateMedia({ forcedColors: 'active' })
    const look = await said.evaluate((line) => {
      const { borderTopStyle, borderTopWidth, backgroundColor } = getComputedStyle(line)
      return { border: `${borderTopWidth} ${borderTopStyle}`, isOpaque: !/rgba|\//.test(backgroundColor) }
    })
    expect(look).toEqual({ border: '1px solid', isOpaque: true })
  })
})

async function openFilm(page: Page): Promise<void> {
  const { videos } = await (await page.request.get('/api/videos')).json()
  const film = videos.find(
    (one: { free: boolean; hasCaptions: boolean; durationSeconds: number }) =>
      one.free && one.hasCaptions && one.durationSeconds > 30,
  )
  await page.goto(`/content/video/${film.id}`)
}

/** Chooses in the menu of captions, which stays open, and closes it. */
async function choose(page: Page, player: Locator, name: string): Promise<void> {
  await player.getByRole('button', { name: 'Captions' }).tap()
  const item = page.getByRole('menuitemradio', { name, exact: true })
  await item.tap()
  await expect(item).toHaveAttribute('aria-checked', 'true')
  await page.keyboard.press('Escape')
  await expect(item).toBeHidden()
}

/** Pauses the film in the middle of a caption. */
async function toLine(page: Page, line: number): Promise<void> {
  await expect.poll(() => countLines(page)).toBeGreaterThan(line)
  await page.locator('video').evaluate((video: HTMLVideoElement, index) => {
    const track = [...video.textTracks].find(({ kind, mode }) => kind === 'captions' && mode !== 'disabled')
    const cue = track?.cues?.[index]
    if (cue) video.currentTime = (cue.startTime + cue.endTime) / 2
  }, line)
}

function countLines(page: Page): Promise<number> {
  return page.locator('video').evaluate((video: HTMLVideoElement) => {
    const track = [...video.textTracks].find(({ kind, mode }) => kind === 'captions' && mode !== 'disabled')
    return track?.cues?.length ?? 0
  })
}

function textOf(page: Page, line: number): Promise<string> {
  return page.locator('video').evaluate((video: HTMLVideoElement, index) => {
    const track = [...video.textTracks].find(({ kind, mode }) => kind === 'captions' && mode !== 'disabled')
    const cue = track?.cues?.[index] as VTTCue | undefined
    return cue?.text.replace(/\s+/g, ' ') ?? ''
  }, line)
}

type Edges = Record<'top' | 'bottom' | 'width' | 'height', number>

function edges(locator: Locator): Promise<Edges> {
  return locator.evaluate((element) => {
    const { top, bottom, width, height } = element.getBoundingClientRect()
    return { top: Math.round(top), bottom: Math.round(bottom), width, height: Math.round(height) }
  })
}

/** The size of the type in pixels, and its share of the player's width. */
function sizeOf(said: Locator): Promise<{ size: number; share: number }> {
  return said.evaluate((line) => {
    const size = Number.parseFloat(getComputedStyle(line).fontSize)
    return { size, share: size / (line.closest('.player')?.clientWidth ?? 1) }
  })
}

async function expectWithinScreen(page: Page, said: Locator, picture: Locator): Promise<void> {
  const height = await page.evaluate(() => innerHeight)
  await expect.poll(async () => (await edges(said)).bottom).toBeLessThanOrEqual(height)
  const { top, bottom } = await edges(picture)
  expect(top).toBeGreaterThanOrEqual(0)
  expect((await edges(said)).top).toBeGreaterThanOrEqual(bottom)
}
