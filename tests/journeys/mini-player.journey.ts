import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './expect-accessible.ts'
import { expect, test } from './site.ts'

// a laptop's window, over which the page is long enough to leave the film behind
test.use({ sharedSite: true, viewport: { width: 1100, height: 640 } })

test('the film continues in a corner while the page is scrolled, and nothing on the page moves @long', async ({
  page,
}) => {
  const { video, player } = await openFilm(page)
  const small = page.locator('.player[data-mini]')

  await test.step('a paused film stays in place', async () => {
    await toTheEnd(page)
    await expect(page.locator('footer')).toBeInViewport()
    await expect(small).toHaveCount(0)
    await page.evaluate(() => scrollTo(0, 0))
  })

  await test.step('scrolled out of sight while it plays, it is small, plays on and is the same element', async () => {
    await play(video)
    await video.evaluate((film) => film.setAttribute('data-same', ''))
    await watchShifts(page)
    await toTheEnd(page)
    await expect(small).toBeInViewport({ ratio: 1 })
    await expect(page.locator('video')).toHaveAttribute('data-same')
    const before = await at(video)
    await expect.poll(() => at(video)).toBeGreaterThan(before)
    expect(await shifts(page)).toEqual([])
    await expectAccessible(page, 'the small player on a desk')
    await expect(page.getByRole('region', { name: /^Video player/ })).toHaveCount(1)
  })

  await test.step('what has the focus is never under it', async () => {
    await page.locator('.watch-below a').first().focus()
    for (let steps = 0; steps < 20; steps += 1) {
      await expect.poll(() => isUnder(page), 'the focus is under the small player').toBe(false)
      await page.keyboard.press('Tab')
    }
  })

  await test.step('paused and played on there by keyboard', async () => {
    await toTheEnd(page)
    await small.getByRole('button', { name: 'Pause' }).press('Enter')
    await expect.poll(() => isPaused(video)).toBe(true)
    await small.getByRole('button', { name: 'Play', exact: true }).press('Enter')
    await expect.poll(() => isPaused(video)).toBe(false)
  })

  await test.step('closed, it stays away until it is played anew', async () => {
    await small.getByRole('button', { name: 'Close the small player' }).click()
    await expect(small).toHaveCount(0)
    expect(await isPaused(video)).toBe(true)
    await page.mouse.wheel(0, -40)
    await expect(small).toHaveCount(0)
    await page.keyboard.press('k')
    await expect(small).toBeInViewport({ ratio: 1 })
  })

  await test.step('a click leads back to the film', async () => {
    await small.getByRole('button', { name: /^Back to the video/ }).click()
    await expect(small).toHaveCount(0)
    await expect(player).toBeInViewport({ ratio: 0.9 })
    expect(await isPaused(video)).toBe(false)
    expect(await shifts(page)).toEqual([])
  })
})

test.describe('in the hand', () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true })

  test('it is a strip that leaves the page readable, and is missing where the film fills the screen @long', async ({
    page,
  }) => {
    const { video } = await openFilm(page)
    const small = page.locator('.player[data-mini]')
    await play(video)
    await watchShifts(page)
    await toTheEnd(page)
    await expect(small).toBeInViewport({ ratio: 1 })
    const { width, height } = (await small.boundingBox()) ?? { width: 0, height: 0 }
    expect(width).toBe(390)
    expect(height).toBeLessThan(100)
    expect(await shifts(page)).toEqual([])
    await toTheEnd(page)
    const ends = async () => {
      const foot = await page.locator('footer').boundingBox()
      const strip = await small.boundingBox()
      return foot && strip ? Math.round(foot.y + foot.height - strip.y) : undefined
    }
    await expect.poll(ends, 'the end of the page stands above the strip').toBeLessThanOrEqual(0)
    await expectAccessible(page, 'the small player in the hand')

    await page.setViewportSize({ width: 844, height: 390 })
    await toTheEnd(page)
    await expect(small).toHaveCount(0)
  })
})

async function openFilm(page: Page): Promise<{ video: Locator; player: Locator }> {
  const { videos } = await (await page.request.get('/api/videos')).json()
  const film = videos.find(
    (one: { free: boolean; durationSeconds: number }) => one.free && one.durationSeconds > 30,
  )
  await page.goto(`/content/video/${film.id}`)
  const player = page.getByRole('region', { name: /^Video player/ })
  await expect(player.getByRole('button', { name: 'Play' }).first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  return { video: page.locator('video'), player }
}

/** For as long as it takes: a film that is over is not small. */
async function play(video: Locator): Promise<void> {
  await video.evaluate((film: HTMLVideoElement) => {
    film.loop = true
    return film.play()
  })
  await expect.poll(() => at(video)).toBeGreaterThan(0)
}

const at = (video: Locator) => video.evaluate((film: HTMLVideoElement) => film.currentTime)
const isPaused = (video: Locator) => video.evaluate((film: HTMLVideoElement) => film.paused)
const toTheEnd = (page: Page) => page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))

type Watched = { shifts: string[] }

/** What moves from now on without having been pressed or clicked. */
async function watchShifts(page: Page): Promise<void> {
  await page.evaluate(() => {
    const found: string[] = []
    Object.assign(window, { shifts: found })
    type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node?: Element }[] }
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[])
        if (!hadRecentInput) found.push(`${value} ${sources.map(({ node }) => node?.className).join(' ')}`)
    }).observe({ type: 'layout-shift' })
  })
}

const shifts = (page: Page) => page.evaluate(() => (window as unknown as Watched).shifts)

/** Whether the small player covers part of the focused element. */
function isUnder(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const focused = document.activeElement
    const small = document.querySelector('.player[data-mini]')
    if (!small || !focused || focused === document.body || small.contains(focused)) return false
    const [a, b] = [focused.getBoundingClientRect(), small.getBoundingClientRect()]
    return a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top
  })
}
