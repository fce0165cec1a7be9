import type { Page } from '@playwright/test'
import { expect, test } from './site.ts'

// the film still plays when its viewer signs out, and its last report is too late
test.use({ sharedSite: true, expectedComplaints: [/status of 401 .*\/api\/video/] })

test('a stranger browses, registers, confirms, watches, and leaves', async ({ page, site }) => {
  const email = 'ada.lovelace@example.org'
  const password = 'notes on the engine'

  await test.step('browses signed out', async () => {
    await page.goto('/')
    await page.getByRole('link', { name: 'Continue to content' }).click()
    await expect(page).toHaveURL(/\/content$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Videos by publishing date')
    await expect(page.getByText(/^Total: \d+ videos, /)).toBeVisible()
  })

  await test.step('searches with Ctrl-S, forgiven a typo', async () => {
    await page.keyboard.press('Control+s')
    const search = page.getByPlaceholder('Looking for? (ctrl-s)')
    await expect(search).toBeFocused()
    await search.fill('genrators')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Videos matching .genrators.$/)
    await expect(page).toHaveURL(/[?&]q=genrators/)
    await expect(page.getByRole('link', { name: /^Generators: work that waits/ }).first()).toBeVisible()
    await search.press('Enter')
    await expect(search).not.toBeFocused()
  })

  await test.step('opens a locked video', async () => {
    await page
      .getByRole('link', { name: /^Generators: work that waits/ })
      .first()
      .click()
    await expect(page.getByText('Please log in to view the video')).toBeVisible()
    await expect(page.locator('video')).toHaveCount(0)
  })
  const lockedVideo = new URL(page.url()).pathname

  await test.step('registers, after being told what is missing', async () => {
    await page.getByRole('main').getByRole('link', { name: 'Start free trial' }).click()
    await page.getByRole('button', { name: 'Register' }).click()
    await expect(page.getByText('Please enter your name.')).toBeVisible()
    await expect(
      page.getByText('You have to agree to the terms & conditions in order to use the product'),
    ).toBeVisible()
    await page.getByLabel('Full name').fill('Ada Lovelace')
    await page.getByRole('textbox', { name: 'Email' }).fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByLabel('Confirm password').fill('something else')
    await page.getByRole('checkbox', { name: /terms/i }).check()
    await page.getByRole('button', { name: 'Register' }).click()
    await expect(page.getByText('The passwords do not match.')).toBeVisible()
    await page.getByLabel('Confirm password').fill(password)
    await page.getByRole('button', { name: 'Register' }).click()
    await expect(
      page.getByText(
        `Please click on the link in the message we sent to confirm you can be reached at ${email}.`,
      ),
    ).toBeVisible()
  })

  await test.step('reads the mail on the demo page and confirms', async () => {
    await site.mailTo(email)
    await page.goto('/demo')
    await page
      .getByRole('button', { name: new RegExp(email) })
      .or(page.getByText(email))
      .first()
      .click()
    await page
      .getByRole('link', { name: /confirm-contact/ })
      .first()
      .click()
    await page.getByRole('button', { name: 'Confirm', exact: true }).click()
    await expect(page).toHaveURL(/\/confirm-contact\/success/)
    await expect(page.getByText(`The contact ${email} has been successfully confirmed!`)).toBeVisible()
  })

  await test.step('is signed in, and plays locked films: time advances, captions show', async () => {
    await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible()
    await page.getByRole('link', { name: 'Continue where you left off' }).click()
    await expect(page).toHaveURL(new RegExp(`${lockedVideo}$`))
    const video = page.locator('video')
    await expect(video).toHaveCount(1)
    const seen = page.waitForResponse((reply) => reply.url().includes('/api/video/view/') && reply.ok())
    await page.getByRole('button', { name: 'Play', exact: true }).first().click()
    await expect.poll(() => video.evaluate((film: HTMLVideoElement) => film.currentTime)).toBeGreaterThan(2)
    await seen
    const captions = page.locator('.player-captions span')
    await expect(captions).not.toHaveCount(0)
    await page.keyboard.press('c')
    await expect(captions).toHaveCount(0)
    await page.keyboard.press('c')
    await expect(captions).not.toHaveCount(0)
  })

  await test.step('points at the time line, and sees the picture there', async () => {
    const preview = page.locator('.seeker-preview')
    const sheet = page.locator('.seeker-picture > img')
    const place = () => sheet.evaluate((image) => getComputedStyle(image).translate)
    await expect(sheet).toHaveCount(0)
    const bar = await barOf(page)
    const fetched = page.waitForResponse((reply) => reply.url().endsWith('/storyboard.webp'))
    await page.mouse.move(bar.x + 1, bar.y + bar.height / 2)
    expect((await fetched).headers()['cache-control']).toBe('private, no-store')
    await expect(preview).toHaveCSS('opacity', '1')
    await expect(sheet).toBeVisible()
    const first = await place()
    // at either end it stays above the bar
    expect((await preview.boundingBox())?.x).toBeGreaterThanOrEqual(bar.x - 1)
    await page.mouse.move(bar.x + bar.width - 2, bar.y + bar.height / 2)
    await expect.poll(place).not.toBe(first)
    const box = await preview.boundingBox()
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(bar.x + bar.width + 1)
    await page.mouse.move(bar.x, 5)
    await expect(preview).toHaveCSS('opacity', '0')
  })

  await test.step('favours it, watches faster, and finds all of it again after a reload', async () => {
    await expect(page.getByRole('button', { name: 'Mark video as unseen' })).toBeVisible()
    await page.getByRole('button', { name: 'Favourite' }).click()
    await expect(page.getByRole('button', { name: 'Favourite' })).toHaveAttribute('aria-pressed', 'true')
    await page.keyboard.press('>')
    const video = page.locator('video')
    await expect.poll(() => video.evaluate((film: HTMLVideoElement) => film.playbackRate)).toBe(1.25)
    await video.evaluate((film: HTMLVideoElement) => {
      film.currentTime = 20
    })
    const kept = page.waitForResponse((reply) => reply.url().includes('/api/video/position/') && reply.ok())
    await page.keyboard.press('k')
    await kept
    await page.reload()
    await expect.poll(() => video.evaluate((film: HTMLVideoElement) => film.currentTime)).toBeGreaterThan(19)
    await expect.poll(() => video.evaluate((film: HTMLVideoElement) => film.playbackRate)).toBe(1.25)
    await expect(page.getByRole('button', { name: 'Favourite' })).toHaveAttribute('aria-pressed', 'true')
    await expect(page.getByRole('button', { name: 'Mark video as unseen' })).toBeVisible()
  })

  await test.step('lets autoplay open the next one', async () => {
    await page.getByRole('checkbox', { name: 'Autoplay' }).check()
    const video = page.locator('video')
    await video.evaluate(async (film: HTMLVideoElement) => {
      await film.play()
      film.currentTime = film.duration - 0.5
    })
    await expect(page).not.toHaveURL(new RegExp(`${lockedVideo}(\\?|$)`), { timeout: 15_000 })
    await expect(page).toHaveURL(/\/content\/video\//)
    await expect.poll(() => video.evaluate((film: HTMLVideoElement) => film.currentTime)).toBeGreaterThan(1)
    await expect.poll(() => video.evaluate((film: HTMLVideoElement) => film.playbackRate)).toBe(1.25)
  })

  await test.step('finds both in the history, and signs out', async () => {
    await expect(page.getByRole('region', { name: 'History' }).getByRole('link')).toHaveCount(2)
    await page.getByRole('button', { name: 'Account menu' }).hover()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    await expect(page.getByRole('link', { name: 'Login', exact: true })).toBeVisible()
    await page.goto(lockedVideo)
    await expect(page.getByText('Please log in to view the video')).toBeVisible()
  })
})

/** The box of the time line, once visible: it hides while a film plays and the pointer rests. */
async function barOf(page: Page): Promise<{ x: number; y: number; width: number; height: number }> {
  const player = await page.getByRole('region', { name: /^Video player/ }).boundingBox()
  if (!player) throw new Error('there is no player')
  await page.mouse.move(player.x + player.width / 2, player.y + player.height / 3)
  await expect(page.locator('.player-bar[data-visible]')).toHaveCount(1)
  const bar = await page.locator('.seeker').boundingBox()
  if (!bar) throw new Error('there is no time line')
  return bar
}
