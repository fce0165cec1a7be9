import { spawnSync } from 'node:child_process'
import type { Locator, Page } from '@playwright/test'
import { startWeakSite, type WeakSite } from '#support/film-in-two-sizes.ts'
import { register } from './register.ts'
import { expect, signIn, test } from './site.ts'

const hasFfmpeg = spawnSync('ffmpeg', ['-version']).error === undefined

test.use({
  sharedSite: true,
  // the subject of this story; browsers log it to the console
  expectedComplaints: [/status of (?:503|403)|net::ERR_/],
})

// the demo's viewer may have open streams of other stories
const person = { name: 'Nora Network', email: 'nora.network@example.org', password: 'long enough to keep' }

test('a playing film stalls, loses its network and is refused, reports it each time, and continues automatically at its position @long', async ({
  page,
  context,
  site,
}) => {
  await register(page, site, person)
  await signIn(page, person)
  const network = await poorNetwork(page)
  const { id } = await someFilm(page)
  await page.goto(`/content/video/${id}`)
  const video = page.locator('video')
  const player = page.getByRole('region', { name: /^Video player/ })
  const said = (text: string) => player.getByRole('status').filter({ hasText: text })
  const loading = said('The video is loading.')
  const offline = said('You are offline. The video goes on as soon as you are back.')
  await expect.poll(() => ready(video)).toBeGreaterThan(0)

  await test.step('it stalls: it reports loading, and continues when more data arrives', async () => {
    await playUntilStarved(video)
    await expect(loading).toBeAttached()
    await expect(player.locator('.player-buffering')).toBeVisible()
    const stalled = await at(video)
    network.deliver(0.5)
    await expect.poll(() => at(video)).toBeGreaterThan(stalled)
    await expect(loading).toHaveCount(0)
  })

  let stopped = 0
  await test.step('offline, it says so as soon as it has nothing more to show', async () => {
    await playUntilStarved(video)
    await context.setOffline(true)
    await expect(offline).toBeVisible()
    await expect(loading).toHaveCount(0)
    stopped = await at(video)
  })

  await test.step('back online, it continues automatically at its position', async () => {
    await followTimes(page)
    network.deliver(0.75)
    await context.setOffline(false)
    await expect.poll(() => at(video)).toBeGreaterThan(stopped)
    await expect(offline).toHaveCount(0)
    expect(await earliestTime(page)).toBeGreaterThan(stopped - 1)
    await expect(player.getByRole('alert')).toHaveCount(0)
  })

  await test.step('answered by 503 three times, it says so and can be tried again', async () => {
    await playUntilStarved(video)
    const refused = network.refuse(503)
    const alert = player.getByRole('alert')
    await expect(alert).toContainText('The video can not be loaded at the moment', { timeout: 90_000 })
    expect(refused()).toBeGreaterThanOrEqual(3)
    stopped = await at(video)
  })

  await test.step('retried, it continues at its position', async () => {
    await followTimes(page)
    network.deliver(0.9)
    await player.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => at(video), { timeout: 60_000 }).toBeGreaterThan(stopped)
    expect(await earliestTime(page)).toBeGreaterThan(stopped - 1)
    await expect(player.getByRole('alert')).toHaveCount(0)
  })

  await test.step('refused by 403 however often another address is asked for, it says so, and plays when the page is opened anew', async () => {
    await playUntilStarved(video)
    const refused = network.refuse(403)
    await expect(player.getByRole('alert')).toBeVisible({ timeout: 90_000 })
    expect(refused()).toBeGreaterThanOrEqual(3)
    network.deliver(1)
    await page.reload()
    await expect.poll(() => ready(video)).toBeGreaterThan(0)
    await video.evaluate((film: HTMLVideoElement) => film.play())
    const from = await at(video)
    await expect.poll(() => at(video)).toBeGreaterThan(from)
    await expect(player.getByRole('alert')).toHaveCount(0)
  })
})

test.describe('a film in two sizes, on a line of 0.6 Mbit/s,', () => {
  // as many lines as the large size has
  test.use({ deviceScaleFactor: 3 })
  test.skip(!hasFfmpeg, 'ffmpeg is not installed')
  let weak: WeakSite
  test.beforeAll(async () => {
    // long enough for a busy machine not to come to its end
    weak = await startWeakSite({ seconds: 90, kilobitsPerSecond: 600 })
  })
  test.afterAll(() => weak?.stop())

  test('begins in the smaller one and does not stall; another one is chosen at the same second @long', async ({
    page,
  }) => {
    await page.goto(`${weak.url}/content/video/sized`)
    const video = page.locator('video')
    const player = page.getByRole('region', { name: /^Video player/ })
    const source = () => video.getAttribute('src')
    await expect.poll(source, { timeout: 30_000 }).toMatch(/\/film\.720\.mp4$/)
    await video.evaluate((film: HTMLVideoElement) => {
      const stalls: number[] = []
      Object.assign(window, { stalls })
      film.onplaying = () => {
        film.onwaiting = () => stalls.push(film.currentTime)
      }
      return film.play()
    })
    await expect.poll(() => at(video), { timeout: 30_000 }).toBeGreaterThan(10)
    expect(await page.evaluate(() => (window as unknown as { stalls: number[] }).stalls)).toEqual([])
    expect(await source()).toMatch(/\/film\.720\.mp4$/)

    const kept = () =>
      video.evaluate((film: HTMLVideoElement) => ({
        paused: film.paused,
        rate: film.playbackRate,
        inFullScreen: document.fullscreenElement?.contains(film),
      }))
    await page.keyboard.press('>')
    await page.keyboard.press('f')
    const before = { paused: false, rate: 1.25, inFullScreen: true }
    await expect.poll(kept).toEqual(before)
    const line = player.getByText(/^Line \d+$/)
    await expect(line).toBeVisible()

    await player.hover()
    await player.getByRole('button', { name: 'Quality: Auto, 720p' }).click()
    const second = await at(video)
    await page.getByRole('menuitemradio', { name: '1080p' }).click()
    await expect.poll(source).toMatch(/\/film\.mp4$/)
    // its last frame stays until the other file has one
    await expect(player.locator('canvas')).toBeVisible()
    await expect(player.locator('canvas')).toHaveCount(0, { timeout: 30_000 })
    expect(await at(video)).toBeGreaterThanOrEqual(second)
    expect(await at(video)).toBeLessThan(second + 10)
    expect(await video.evaluate((film: HTMLVideoElement) => film.videoHeight)).toBe(1080)
    expect(await kept()).toEqual(before)
    await expect(line).toBeVisible()

    await page.goto(`${weak.url}/content/video/sized`)
    await expect(player.getByRole('button', { name: 'Quality: 1080p' })).toBeAttached({ timeout: 30_000 })
  })
})

type Network = {
  /** Lets this share of the film through; the rest waits for another word. */
  deliver(share: number): void
  /** Answers every further request for the film with a status. Returns how often it has. */
  refuse(status: number): () => number
}

/** A network that delivers the share of a film that a step allows: further requests wait. */
async function poorNetwork(page: Page): Promise<Network> {
  let share = 0.3
  let status: number | undefined
  let refused = 0
  let changed = Promise.withResolvers<void>()
  const change = () => {
    changed.resolve()
    changed = Promise.withResolvers()
  }
  const films = new Map<string, Buffer>()
  await page.route(/\/media\/[^/]+\/film\.mp4/, async (route) => {
    const { range = '', ...headers } = await route.request().allHeaders()
    const from = Number(/bytes=(\d+)/.exec(range)?.[1] ?? 0)
    const [url = ''] = route.request().url().split('?')
    for (;;) {
      if (status) {
        refused += 1
        return route.fulfill({ status }).catch(() => undefined)
      }
      const whole = films.get(url) ?? (await (await route.fetch({ headers })).body())
      films.set(url, whole)
      const until = Math.floor(whole.length * share)
      if (from < until) {
        const part = {
          'accept-ranges': 'bytes',
          'content-range': `bytes ${from}-${until - 1}/${whole.length}`,
          'content-type': 'video/mp4',
        }
        const body = whole.subarray(from, until)
        return route.fulfill({ status: 206, headers: part, body }).catch(() => undefined)
      }
      await changed.promise
    }
  })
  return {
    deliver(to) {
      share = to
      status = undefined
      change()
    },
    refuse(by) {
      status = by
      refused = 0
      change()
      return () => refused
    },
  }
}

/** A film that the viewer may watch, long enough to be cut. */
async function someFilm(page: Page): Promise<{ id: string }> {
  const { videos } = await (await page.request.get('/api/videos')).json()
  return videos.find((one: { durationSeconds: number }) => one.durationSeconds > 40)
}

/** Plays to the end of the delivered part. */
async function playUntilStarved(video: Locator): Promise<void> {
  await video.evaluate((film: HTMLVideoElement) => {
    const { buffered } = film
    const end = buffered.length ? buffered.end(buffered.length - 1) : 0
    film.currentTime = Math.max(film.currentTime, end - 1)
    // its promise waits for data that does not arrive
    film.play().catch(() => undefined)
  })
  await expect
    .poll(() => video.evaluate((film: HTMLVideoElement) => !film.paused && film.readyState < 3))
    .toBe(true)
}

const at = (video: Locator) => video.evaluate((film: HTMLVideoElement) => film.currentTime)
const ready = (video: Locator) => video.evaluate((film: HTMLVideoElement) => film.readyState)

type Followed = { times: number[] }

/** Notes from now on at which seconds the film plays. */
async function followTimes(page: Page): Promise<void> {
  await page.locator('video').evaluate((film: HTMLVideoElement) => {
    const times: number[] = []
    Object.assign(window, { times })
    film.ontimeupdate = () => times.push(film.currentTime)
  })
}

const earliestTime = (page: Page) => page.evaluate(() => Math.min(...(window as unknown as Followed).times))
