import type { Browser, Page } from '@playwright/test'
import { hold } from './held-requests.ts'
import { expect, test } from './site.ts'

test.use({ sharedSite: true })

test('a free film can be watched before any script has come, and plays on when the page is there', async ({
  page,
  site,
}) => {
  const address = await freeFilm(site.url)
  const scripts = await holdScripts(page)
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('.mp4')) asked.push(new URL(request.url()).pathname)
  })
  await page.goto(address, { waitUntil: 'commit' })
  const film = page.locator('.player > video')
  const is = (name: 'paused' | 'controls' | 'currentTime' | 'readyState') =>
    film.evaluate((element: HTMLVideoElement, key) => element[key], name)

  await test.step('the document shows it where the page will, with its picture and the controls of the browser', async () => {
    await expect.poll(() => is('readyState')).toBeGreaterThanOrEqual(2)
    expect(await is('controls')).toBe(true)
    expect(await film.getAttribute('poster')).toContain('/posters/')
    const [inside, around] = await Promise.all([film.boundingBox(), page.locator('.player').boundingBox()])
    expect(inside).toEqual(around)
  })

  await test.step('it plays', async () => {
    await film.focus()
    await page.keyboard.press('Space')
    await expect.poll(() => is('currentTime')).toBeGreaterThan(0)
    expect(await is('paused')).toBe(false)
  })

  await test.step('the page takes it over: it plays on, loaded once, with the controls of the page', async () => {
    await film.evaluate((element) => element.setAttribute('data-begun', ''))
    scripts.release()
    await expect(page.locator('#root .document')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Pause' })).toBeAttached()
    await expect(film).toHaveAttribute('data-begun')
    const before = Number(await is('currentTime'))
    await expect.poll(() => is('currentTime')).toBeGreaterThan(before)
    expect(await is('controls')).toBe(false)
    const [first = ''] = asked
    expect(first).toMatch(new RegExp(`^/media/free/${address.split('/').at(-1)}/[0-9a-f]+\\.mp4$`))
    expect(new Set(asked)).toEqual(new Set([first]))
  })
})

test('it has the line to itself until it begins to come', async ({ page, site }) => {
  const scripts: string[] = []
  page.on('request', (request) => {
    if (/\/assets\/.*\.js$/.test(request.url())) scripts.push(request.url())
  })
  const film = await holdFilm(page)
  // the timeout for loading scripts does not expire
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 1_000)
  await page.goto(await freeFilm(site.url), { waitUntil: 'commit' })
  await expect(page.locator('.player > video')).toBeAttached()
  await expect(page.locator('.player > picture > img')).toHaveJSProperty('complete', true)
  expect(scripts).toEqual([])
  film.release()
  await expect.poll(() => scripts.length).toBeGreaterThan(3)
})

test.describe('a film that', () => {
  test.use({ expectedComplaints: [/ERR_FAILED .*\.mp4/] })

  test('does not arrive does not block the page, nor does one that fails', async ({ page, site }) => {
    const address = await freeFilm(site.url)
    const isThere = async () => {
      await page.goto(address, { waitUntil: 'commit' })
      await expect(page.locator('#root .document')).toHaveCount(0)
    }
    await holdFilm(page)
    await isThere()
    await page.unroute(films)
    await page.route(films, (route) => route.abort())
    await isThere()
  })
})

test('readers without scripts find it, too', async ({ browser, site }) => {
  const page = await withoutScripts(browser)
  await page.goto(await freeFilm(site.url))
  const film = page.locator('.player video[controls]')
  await expect(film).toBeVisible()
  expect(await film.boundingBox()).toEqual(await page.locator('.player').boundingBox())
  await page.context().close()
})

async function freeFilm(origin: string): Promise<string> {
  const { videos } = (await (await fetch(`${origin}/api/videos`)).json()) as {
    videos: { id: string; free: boolean }[]
  }
  return `${origin}/content/video/${videos.find(({ free }) => free)?.id}`
}

const films = '**/media/**/*.mp4'
const holdScripts = (page: Page) => hold(page, '**/assets/*.js')
const holdFilm = (page: Page) => hold(page, films)

async function withoutScripts(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ javaScriptEnabled: false })
  return context.newPage()
}
