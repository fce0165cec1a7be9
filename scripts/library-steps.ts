import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import sharp from 'sharp'
import { contextAs } from '../tests/journeys/screens.ts'

const lesson = resolve(import.meta.dirname, '../content/craft/extract-a-function')
const title = 'Extract what needs a comment'

/** Takes a page's picture under a name, from the top, or from an element on. */
type Take = (page: Page, name: string, from?: string) => Promise<void>

/**
 * Takes the pictures of docs/library.md: a recording on its way to viewers, in five steps, `library-1.webp` to
 * `library-5.webp`. Needs ffmpeg.
 */
export async function takeLibrarySteps(
  browser: Browser,
  site: Parameters<typeof contextAs>[1],
  folder: string,
): Promise<void> {
  const take: Take = async (page, name, from) => {
    if (from) await page.locator(from).evaluate((element) => element.scrollIntoView())
    const picture = await sharp(await page.screenshot())
      .webp({ quality: 60, effort: 6 })
      .toBuffer()
    writeFileSync(join(folder, `library-${name}.webp`), picture)
  }
  const look = { viewport: { width: 1100, height: 760 }, colorScheme: 'light', locale: 'en' } as const
  const recording = record()
  const desk = await contextAs(browser, site, 'admin', { ...look, baseURL: site.url })
  try {
    const page = await desk.newPage()
    await upload(page, recording, take)
    await write(page, take)
    await publish(page, take)
    const visitor = await browser.newPage({ ...look, baseURL: site.url })
    await visitor.goto(new URL(page.url()).pathname.replace('/admin/library/film/', '/content/video/'))
    await visitor.getByRole('heading', { level: 1, name: title }).waitFor()
    await visitor.waitForLoadState('networkidle')
    await take(visitor, '5')
    await visitor.close()
  } finally {
    await desk.close()
    rmSync(recording)
  }
}

/** A film of the demo as a recorder writes it: in a form that browsers do not play. */
function record(): string {
  const file = join(tmpdir(), `${title}.mkv`)
  execFileSync('ffmpeg', ['-v', 'error', '-y', '-i', join(lesson, 'film.mp4'), '-c', 'copy', file])
  return file
}

/** The second part waits until its picture was taken, so that the upload is seen on its way. */
async function upload(page: Page, recording: string, take: Take): Promise<void> {
  let parts = 0
  let goOn = (): void => undefined
  const taken = new Promise<void>((resolved) => {
    goOn = resolved
  })
  await page.route('**/api/uploads/*', async (route) => {
    if (route.request().method() === 'PATCH') {
      parts += 1
      if (parts === 2) await taken
    }
    await route.continue()
  })
  await page.goto('/admin/library')
  await page.getByLabel(/^Choose video files/).setInputFiles(recording)
  await page.waitForFunction(() => (document.querySelector('progress')?.value ?? 0) > 0)
  await take(page, '1')
  goOn()
  const processing = page.getByRole('list', { name: 'Processing' })
  await processing.getByRole('link', { name: title }).waitFor({ timeout: 120_000 })
  await take(page, '2')
  await processing.getByRole('link', { name: title }).click()
  await page.getByText('Ready since').waitFor({ timeout: 600_000 })
}

async function write(page: Page, take: Take): Promise<void> {
  const [, , text = ''] = readFileSync(join(lesson, 'video.md'), 'utf8').split('---\n')
  await page.getByLabel('Description').fill(text.trim())
  await page.getByLabel('Chapters').fill('0:00 Intro\n0:02 The comment\n0:21 The function\n0:36 Recap')
  await page.getByLabel('Category').selectOption({ label: 'Craft' })
  await page.getByLabel('Free to watch for everybody').check()
  await page.getByLabel('Upload captions').setInputFiles(join(lesson, 'captions.en.vtt'))
  await page.locator('video').evaluate(async (film: HTMLVideoElement) => {
    film.currentTime = 10
    await new Promise((resolved) => film.addEventListener('seeked', resolved, { once: true }))
  })
  await page.getByRole('button', { name: 'Use the frame shown in the player' }).click()
  await page.waitForLoadState('networkidle')
  await take(page, '3', '.library-film')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The changes were saved.').waitFor()
  await page.getByRole('button', { name: 'Dismiss' }).click()
}

/** Looks at the draft as viewers will see it, then publishes it. */
async function publish(page: Page, take: Take): Promise<void> {
  const address = page.url()
  await page.getByRole('link', { name: 'See it as viewers do' }).click()
  await page.getByRole('navigation', { name: 'Admin' }).waitFor({ state: 'detached' })
  await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) > 2)
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  await page.waitForLoadState('networkidle')
  await take(page, '4')
  await page.goto(address)
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByText('Published', { exact: true }).first().waitFor()
}
