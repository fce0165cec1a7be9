import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { programArguments, programCache } from '#support/program.ts'
import { expectAccessibleInTurn } from './expect-accessible.ts'
import { contextAs } from './screens.ts'
import { expect, type Site, test } from './site.ts'

const root = resolve(import.meta.dirname, '../..')
const hasFfmpeg = spawnSync('ffmpeg', ['-version']).error === undefined

test('the admin makes a category and a draft, changes it in two tabs, uploads its film, and publishes; a visitor plays it @long', async ({
  browser,
  site,
}) => {
  test.setTimeout(240_000)
  const context = await contextAs(browser, site, 'admin', { baseURL: site.url })
  const page = await context.newPage()
  const visitor = await browser.newPage({ baseURL: site.url })
  await page.goto('/admin/library/categories')
  await page.getByRole('button', { name: 'New category' }).click()
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Night school')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(
    page.getByRole('main').getByRole('button', { name: 'Night school', exact: true }),
  ).toBeVisible()
  await expectAccessibleInTurn(page, 'categories')

  await test.step('begins a film, and writes of it', async () => {
    await page
      .getByRole('navigation', { name: 'Admin' })
      .getByRole('link', { name: 'Videos', exact: true })
      .click()
    await page.getByRole('button', { name: 'New video' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Title').fill('Evening counters')
    await dialog.getByLabel('Category').selectOption({ label: 'Night school' })
    await dialog.getByRole('button', { name: 'New video' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Evening counters' })).toBeVisible()
    await page.getByLabel('Description').fill('Counters **after dark**.')
    await page.getByLabel('Tags').fill('evening,')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('The changes were saved.')).toBeVisible()
    await expectAccessibleInTurn(page, 'the page of a film')
  })

  await test.step('two tabs change its title: the second sees both, and decides', async () => {
    const other = await context.newPage()
    await other.goto(page.url())
    await other.getByLabel('Title').fill('Evening counters, theirs')
    await other.getByRole('button', { name: 'Save' }).click()
    await expect(other.getByText('The changes were saved.')).toBeVisible()
    await other.close()
    await page.getByLabel('Title').fill('Evening counters, mine')
    await page.getByRole('button', { name: 'Save' }).click()
    const dialog = page.getByRole('dialog', { name: 'Somebody else has saved this meanwhile' })
    await expect(dialog.getByRole('row', { name: 'Title' })).toContainText('Evening counters, theirs')
    await expectAccessibleInTurn(page, 'a conflict')
    await dialog.getByRole('button', { name: 'Save mine' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Evening counters, mine' })).toBeVisible()
  })

  await test.step('an import of the folder over it is refused, then decided for the folder: who is writing sees both', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'lectern-folder-'))
    const library = join(folder, 'library')
    expect(catalogue(site, 'export', library).code).toBe(0)
    const address = page.url().split('/').at(-1) ?? ''
    const file = join(library, 'night-school', address, 'video.md')
    writeFileSync(file, readFileSync(file, 'utf8').replace('Evening counters, mine', 'Of the folder'))
    await page.getByLabel('Title').fill('Evening counters, again mine')
    const refused = catalogue(site, 'import', library)
    expect(refused).toMatchObject({ code: 1, text: expect.stringContaining(`video ${address}: title`) })
    expect(catalogue(site, 'import', library, '--take', 'folder')).toEqual({
      code: 0,
      text: expect.any(String),
    })
    rmSync(folder, { recursive: true })
    await page.getByRole('button', { name: 'Save' }).click()
    const dialog = page.getByRole('dialog', { name: 'Somebody else has saved this meanwhile' })
    await expect(dialog.getByRole('row', { name: 'Title' })).toContainText('Of the folder')
    await dialog.getByRole('button', { name: 'Save mine' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Evening counters, again mine' })).toBeVisible()
  })

  await test.step('a draft without a film is refused in plain words', async () => {
    await page.getByRole('button', { name: 'Publish' }).click()
    await expect(page.getByText('Upload the file of the video before you publish it.')).toBeVisible()
  })

  const title = 'Evening counters, again mine'
  if (hasFfmpeg)
    await test.step('uploads what the recorder made, which becomes a film that plays everywhere', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'lectern-recording-'))
      const file = recording(folder, 2)
      // by keyboard, the chooser opens from the field
      const field = page.getByLabel('Choose the video file or drop it here')
      await field.focus()
      await expect(field).toBeFocused()
      const chooser = page.waitForEvent('filechooser')
      await field.press('Enter')
      await (await chooser).setFiles(file)
      await expect(page.getByRole('list', { name: 'Processing' })).toContainText('Ready since', {
        timeout: 90_000,
      })
      await expect(page.getByText('Replace the video file')).toBeVisible()
      await expect
        .poll(() => page.locator('video').evaluate((film: HTMLVideoElement) => film.duration))
        .toBeCloseTo(2, 0)
      rmSync(folder, { recursive: true })
    })

  if (hasFfmpeg)
    await test.step('adds poster, chapters, captions and code, and publishes it', async () => {
      await page.getByRole('button', { name: 'Use the frame 2' }).press('Enter')
      await expect(page.getByRole('img', { name: 'Poster' })).toHaveAttribute('src', /^data:image/)
      await page.getByRole('button', { name: 'Use the frame shown in the player' }).click()
      await page.getByLabel('Chapters').fill('0:00 Evening\n0:01 Night')
      await page.getByLabel('Upload captions').setInputFiles({
        name: 'captions.en.vtt',
        mimeType: 'text/vtt',
        buffer: Buffer.from('WEBVTT\n\n00:00.000 --> 00:01.500\nThe lantern counts.\n'),
      })
      await page.getByRole('button', { name: 'Empty file' }).click()
      await page.getByLabel('File name').fill('lantern.ts')
      await page.getByLabel('Content', { exact: true }).fill('export const lantern = 1\n')
      await page.getByLabel('Free to watch for everybody').check()
      await page.getByRole('button', { name: 'Save' }).press('Enter')
      await expect(page.getByText('There are unsaved changes.')).toHaveCount(0)
      await expect(page.getByRole('img', { name: 'Poster' })).toHaveAttribute('src', /picture/)
      await expectAccessibleInTurn(page, 'a video that can be published')
      await page.getByRole('button', { name: 'Publish' }).click()
      await expect(page.getByText('Published', { exact: true })).toBeVisible()
    })

  if (hasFfmpeg)
    await test.step('a visitor plays it, with chapters, captions and code', async () => {
      await expect.poll(() => titles(site.url)).toContain(title)
      await visitor.goto(new URL(page.url()).pathname.replace('/admin/library/film/', '/content/video/'))
      await expect(visitor.getByRole('heading', { level: 1, name: title })).toBeVisible()
      const film = visitor.locator('video')
      await film.evaluate((one: HTMLVideoElement) => {
        one.muted = true
        return one.play()
      })
      await expect.poll(() => film.evaluate((one: HTMLVideoElement) => one.currentTime)).toBeGreaterThan(1)
      await expect(visitor.getByRole('button', { name: 'Chapters: Night' })).toBeVisible()
      await expect(visitor.getByRole('button', { name: 'The lantern counts.' })).toBeVisible()
      await visitor.getByRole('tab', { name: 'Code' }).press('Enter')
      await expect(visitor.getByText('lantern.ts').first()).toBeVisible()
    })

  if (hasFfmpeg)
    await test.step('the film is replaced while it is watched: it plays on, and who comes now gets the new one', async () => {
      const film = visitor.locator('video')
      const lengthOn = (one: Page) =>
        one.locator('video').evaluate((video: HTMLVideoElement) => video.duration)
      await film.evaluate((one: HTMLVideoElement) => one.pause())
      const address = await film.evaluate((one: HTMLVideoElement) => one.currentSrc)
      const folder = mkdtempSync(join(tmpdir(), 'lectern-recording-'))
      await page.getByText('Replace the video file').click()
      await page.getByLabel('Choose the video file or drop it here').setInputFiles(recording(folder, 4))
      await expect.poll(() => lengthOn(page), { timeout: 90_000 }).toBeCloseTo(4, 0)
      rmSync(folder, { recursive: true })
      const newcomer = await browser.newPage({ baseURL: site.url })
      await newcomer.goto(visitor.url())
      await expect.poll(() => lengthOn(newcomer)).toBeCloseTo(4, 0)
      const status = await visitor.evaluate(async (url) => {
        const reply = await fetch(url, { headers: { range: 'bytes=0-9' }, cache: 'no-store' })
        return reply.status
      }, address)
      expect(status).toBe(206)
      await film.evaluate((one: HTMLVideoElement) => {
        one.currentTime = 1
        return one.play()
      })
      await expect.poll(() => film.evaluate((one: HTMLVideoElement) => one.ended)).toBe(true)
      expect(await film.evaluate((one: HTMLVideoElement) => [one.error, one.currentSrc])).toEqual([
        null,
        address,
      ])
      expect(await lengthOn(visitor)).toBeCloseTo(2, 0)
      await newcomer.close()
    })
  await visitor.close()
  await context.close()
})

/** Runs the operator's program for the library beside the site. */
function catalogue(site: Site, ...words: string[]): { code: number | null; text: string } {
  const program = programArguments('src/server/front/command-line/catalogue.ts')
  const { status, stdout, stderr } = spawnSync(process.execPath, [...program, ...words], {
    cwd: root,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, ...site.data, ...programCache },
  })
  return { code: status, text: stdout + stderr }
}

/** What a recorder makes: MOV, with a codec that browsers do not play. */
function recording(folder: string, seconds: number): string {
  const picture = `testsrc=s=320x180:r=25:d=${seconds}`
  const file = join(folder, `Recording ${seconds}.mov`)
  const sound = `sine=d=${seconds}`
  const args = ['-f', 'lavfi', '-i', picture, '-f', 'lavfi', '-i', sound, '-c:v', 'mpeg4', '-c:a', 'aac']
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...args, file])
  return file
}

async function titles(origin: string): Promise<readonly string[]> {
  const { videos } = (await (await fetch(`${origin}/api/videos`)).json()) as { videos: { title: string }[] }
  return videos.map(({ title }) => title)
}
