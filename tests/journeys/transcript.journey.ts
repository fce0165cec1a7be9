import { readFileSync } from 'node:fs'
import { unzipSync } from 'fflate'
import { expectAccessible } from './expect-accessible.ts'
import { register } from './register.ts'
import { expect, signIn, test } from './site.ts'

test.use({ sharedSite: true, permissions: ['clipboard-read', 'clipboard-write'] })

/** Spoken in "What a closure remembers". */
const words = 'count belongs to the call around'

// the demo's users may have open streams of other stories
const person = {
  name: 'Tessa Transcript',
  email: 'tessa.transcript@example.org',
  password: 'long enough to keep',
}

test('a viewer finds a spoken word to the second, reads on in the transcript, and copies it', async ({
  page,
  site,
}) => {
  await register(page, site, person)
  await signIn(page, person)
  await page.goto('/content')
  const said = page.getByRole('region', { name: 'Said in videos' })
  const video = page.locator('video')
  const at = () => video.evaluate((film: HTMLVideoElement) => film.currentTime)
  const transcript = page.getByRole('region', { name: 'Transcript' })
  const current = transcript.locator('[aria-current]')
  let second = 0

  await test.step('searches in the listing, and a hit shows its words with the second', async () => {
    await page.getByRole('searchbox', { name: 'Search videos' }).fill(words)
    const hit = said.getByRole('link', { name: /belongs to the call around it/ })
    await expect(hit.locator('mark').first()).toBeVisible()
    second = Number(new URL((await hit.getAttribute('href')) ?? '', page.url()).searchParams.get('t'))
    expect(second).toBeGreaterThan(0)
    await hit.click()
  })

  await test.step('the film is at that second, and the transcript at that sentence', async () => {
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

/** Free, with two files of code. */
const withCode = '/content/video/closures'

test('a viewer reads, copies and downloads the code of a film, on a phone, too', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(withCode)
  await page.getByRole('tab', { name: 'Code' }).click()
  const code = page.getByRole('region', { name: 'Code', exact: true })
  const lines = code.locator('.code-lines')
  await expect(lines).toContainText('function counter() {')
  await expectAccessible(page, 'the code of a film')

  await test.step('long lines scroll in their box, and never the page', async () => {
    const wide = (element: Element) => element.scrollWidth > element.clientWidth
    expect(await lines.evaluate(wide)).toBe(true)
    expect(await page.locator('html').evaluate(wide)).toBe(false)
  })

  await test.step('its numbers are in no selection', async () => {
    const selected = await lines.evaluate((element) => {
      getSelection()?.selectAllChildren(element)
      return String(getSelection())
    })
    expect(selected.trim()).toBe((await lines.locator('pre').textContent())?.trim())
  })

  await test.step('one file is copied, and downloaded unchanged', async () => {
    await code.getByRole('button', { name: 'greet.js', exact: true }).click()
    await code.getByRole('button', { name: 'Copy greet.js' }).click()
    await expect(code.getByRole('button', { name: 'greet.js copied' })).toBeVisible()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toContain("const greet = () => 'Hello ' + name\n")
    const download = page.waitForEvent('download')
    await code.getByRole('button', { name: 'Download greet.js' }).click()
    const file = await download
    expect(file.suggestedFilename()).toBe('greet.js')
    expect(readFileSync(await file.path(), 'utf8')).toBe(copied)
  })

  await test.step('all of them come in an archive', async () => {
    const download = page.waitForEvent('download')
    await code.getByRole('button', { name: 'Download all files as a ZIP' }).click()
    const file = await download
    expect(file.suggestedFilename()).toBe('What a closure remembers.zip')
    expect(Object.keys(unzipSync(readFileSync(await file.path())))).toEqual(['counter.js', 'greet.js'])
  })
})

test('a visitor is led to the second, but only viewers who may watch see the words @long', async ({
  page,
}) => {
  await page.goto(`/content?q=${encodeURIComponent('generator')}`)
  const said = page.getByRole('region', { name: 'Said in videos' })
  const hit = said.getByRole('link').filter({ hasText: 'for subscribers' }).first()
  await hit.click()
  await expect(page).toHaveURL(/\/content\/video\/[^?]+\?t=\d+/)
  await expect(page.getByRole('heading', { name: 'Please log in to view the video' })).toBeVisible()
  await expect(page.locator('.transcript-line')).toHaveCount(0)
  await expect(page.getByText(/^\d+ files? to copy and download, for subscribers\.$/)).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Code' })).toHaveCount(0)
})
