import type { Page } from '@playwright/test'
import { register } from './register.ts'
import { expect, signIn, test } from './site.ts'

test.use({ sharedSite: true })

const address = '/content/series/requests-that-hold'
const person = { name: 'Selma Series', email: 'selma.series@example.org', password: 'long enough to keep' }

test('a series from first to last, begun on one device and finished on another @long', async ({
  page,
  browser,
  site,
}) => {
  await register(page, site, person)
  const { series } = await (await page.request.get('/api/series')).json()
  const { videoIds } = series.find((one: { urlKey: string }) => address.endsWith(one.urlKey))
  const [first, second] = videoIds
  const total = videoIds.length
  expect(total).toBeGreaterThan(2)

  await test.step('on the first device: the first film to its end, then the second begins', async () => {
    await signIn(page, person)
    await page.goto(address)
    await expect(page.getByText(`0 of ${total} seen`)).toBeVisible()
    await page.getByRole('link', { name: 'Start', exact: true }).click()
    await expect(page).toHaveURL(new RegExp(`${first}$`))
    await watch(page)
    await endFilm(page)
    const opened = page.waitForResponse((reply) => reply.url().includes(`/api/video/view/${second}`))
    await page.getByRole('button', { name: 'Play next' }).click()
    await expect(page).toHaveURL(new RegExp(`${second}$`))
    await opened
    await expect(page.getByText(`2 of ${total} seen`)).toBeVisible()
  })

  await test.step('and is left in its middle', async () => {
    const kept = page.waitForResponse((reply) => reply.url().includes(`/api/video/position/${second}`))
    await page.locator('video').evaluate((film: HTMLVideoElement) => {
      film.currentTime = 21
      film.pause()
    })
    expect((await kept).ok()).toBe(true)
  })

  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, baseURL: site.url })
  const phone = await context.newPage()

  await test.step('on the second device: seen films are known, and the film continues at its position', async () => {
    await signIn(phone, person)
    await phone.goto(address)
    await expect(phone.getByText(`2 of ${total} seen`)).toBeVisible()
    await expect(phone.getByRole('link', { name: 'Continue with 3' })).toBeVisible()
    await phone.locator('.series-films').getByRole('link').nth(1).click()
    await expect(phone).toHaveURL(new RegExp(`${second}$`))
    await expect
      .poll(() => phone.locator('video').evaluate((film: HTMLVideoElement) => film.currentTime))
      .toBeGreaterThanOrEqual(20)
  })

  await test.step('each film is followed by the next one, to the last', async () => {
    await watch(phone)
    for (const id of videoIds.slice(2)) {
      await endFilm(phone)
      const viewed = phone.waitForResponse((reply) => reply.url().includes(`/api/video/view/${id}`))
      await phone.getByRole('button', { name: 'Play next' }).click()
      await expect(phone).toHaveURL(new RegExp(`${id}$`))
      await viewed
    }
    await endFilm(phone)
    await expect(phone.getByText('This was the last one of the list.')).toBeVisible()
  })
  await context.close()

  await test.step('back on the first device all of it is seen', async () => {
    await page.goto(address)
    await expect(page.getByText(`All ${total} seen`)).toBeVisible()
    await expect(page.getByRole('link', { name: 'Watch again' })).toBeVisible()
    await expect(page.locator('.series-films [data-seen]')).toHaveCount(total)
  })
})

async function watch(page: Page): Promise<void> {
  const seen = page.waitForResponse((reply) => reply.url().includes('/api/video/view/'))
  await page.getByRole('button', { name: 'Play', exact: true }).first().click()
  expect((await seen).ok()).toBe(true)
}

/** Seeks to the last moments, past the recap. */
async function endFilm(page: Page): Promise<void> {
  const video = page.locator('video')
  await expect
    .poll(() => video.evaluate((film: HTMLVideoElement) => film.readyState > 0 && !film.paused))
    .toBe(true)
  await video.evaluate((film: HTMLVideoElement) => {
    film.currentTime = film.duration - 0.5
  })
  await expect(page.getByRole('button', { name: 'Replay' })).toBeVisible({ timeout: 60_000 })
}
