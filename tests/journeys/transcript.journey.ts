import { readFileSync } from 'node:fs'
import { expect, signIn, test } from './site.ts'

test.use({ sharedSite: true, permissions: ['clipboard-read', 'clipboard-write'] })

/** Said in "What a closure remembers". */
const words = 'count belongs to the call around'

test('a viewer finds what is said to the second, reads on in the transcript, and takes it along', async ({
  page,
  site,
}) => {
  await signIn(page, await site.login('owner'))
  await page.goto('/content')
  const said = page.getByRole('region', { name: 'Said in films' })
  const video = page.locator('video')
  const at = () => video.evaluate((film: HTMLVideoElement) => film.currentTime)
  const transcript = page.getByRole('region', { name: 'Transcript' })
  const current = transcript.locator('[aria-current]')
  let second = 0

  await test.step('searches in the listing, and a hit shows what is said with its second', async () => {
    await page.getByRole('searchbox', { name: 'Search videos' }).fill(words)
    const hit = said.getByRole('link', { name: /belongs to the call around it/ })
    await expect(hit.locator('mark').first()).toBeVisible()
    second = Number(new URL((await hit.getAttribute('href')) ?? '', page.url()).searchParams.get('t'))
    expect(second).toBeGreaterThan(0)
    await hit.click()
  })

  await test.step('the film stands at that second, and the transcript at that sentence', async () => {
    await expect.poll(at).toBe(second)
    await expect(current).toContainText('belongs to the call around it')
    await expect(current).toContainText(`${Math.floor(second / 60)}:${String(second % 60).padStart(2, '0')}`)
    await expect(current).toBeInViewport()
    expect(await transcript.getByRole('heading', { level: 3 }).count()).toBeGreaterThan(1)
  })

  await test.step('a click on another sentence goes there', async () => {
    const last = transcript.locator('.transcript-line').last()
    await last.click()
    await expect(last).toHaveAttribute('aria-current', 'true')
    await expect.poll(at).toBeGreaterThan(second)
  })

  await test.step('by keyboard, too', async () => {
    await page.keyboard.press('Home')
    await page.keyboard.press('Enter')
    await expect.poll(at).toBeLessThan(second)
    await expect(transcript.locator('.transcript-line').first()).toHaveAttribute('aria-current', 'true')
  })

  await test.step('the sentence that is being said is marked while the film plays', async () => {
    const first = await current.textContent()
    await page.keyboard.press('k')
    await expect.poll(() => current.textContent(), { timeout: 60_000 }).not.toBe(first)
    await page.keyboard.press('k')
  })

  await test.step('it is copied and saved as plain text', async () => {
    const title = (await page.getByRole('heading', { level: 1 }).textContent()) ?? ''
    await transcript.getByRole('button', { name: 'Copy the transcript' }).click()
    await expect(transcript.getByRole('button', { name: 'Transcript copied' })).toBeVisible()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied.startsWith(`${title}\n\n`)).toBe(true)
    expect(copied).not.toMatch(/-->|WEBVTT|\d:\d\d/)
    const download = page.waitForEvent('download')
    await transcript.getByRole('button', { name: 'Download the transcript' }).click()
    const file = await download
    expect(file.suggestedFilename()).toMatch(/\.txt$/)
    expect(readFileSync(await file.path(), 'utf8')).toBe(copied)
  })
})

test('a visitor is led to the second, but what is said stays with those who may watch', async ({ page }) => {
  await page.goto(`/content?q=${encodeURIComponent('generator')}`)
  const said = page.getByRole('region', { name: 'Said in films' })
  const hit = said.getByRole('link').filter({ hasText: 'for subscribers' }).first()
  await hit.click()
  await expect(page).toHaveURL(/\/content\/video\/[^?]+\?t=\d+/)
  await expect(page.getByRole('heading', { name: 'Please log in to view the video' })).toBeVisible()
  await expect(page.locator('.transcript-line')).toHaveCount(0)
})
