import type { Browser, Page } from '@playwright/test'
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
    if (request.url().endsWith('/film.mp4')) asked.push(new URL(request.url()).pathname)
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
    await expect(page.locator('#root > .document')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Pause' })).toBeAttached()
    await expect(film).toHaveAttribute('data-begun')
    const before = Number(await is('currentTime'))
    await expect.poll(() => is('currentTime')).toBeGreaterThan(before)
    expect(await is('controls')).toBe(false)
    expect(new Set(asked)).toEqual(new Set([`/media/free/${address.split('/').at(-1)}/film.mp4`]))
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

/** Scripts wait until they are released. */
async function holdScripts(page: Page): Promise<{ release(): void }> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await promise
    await route.continue()
  })
  return { release: resolve }
}

async function withoutScripts(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ javaScriptEnabled: false })
  return context.newPage()
}
