import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { makeFilm, sizesMade, startWeakSite } from '#support/film-in-two-sizes.ts'
import { openWeakLine } from '#support/weak-line.ts'
import { chromiumLaunch } from '../../playwright.config.ts'
import type { Row, Section } from './report.ts'

const seconds = 120
const watchedMs = 60_000

/**
 * Measures how a film in two sizes starts, plays for a minute and jumps to where nothing is buffered, over lines that do not
 * carry its larger size, beside a page of nothing but a `<video>` of the larger one over a line of the same kind.
 */
export async function measureWeakLines(): Promise<Section> {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-bare-'))
  const browser = await chromium.launch(chromiumLaunch)
  const bare = await serveBare(folder)
  try {
    const rows: Row[] = []
    for (const kilobitsPerSecond of [600, 1000]) {
      const line = await openWeakLine((bare.address() as AddressInfo).port, kilobitsPerSecond)
      const site = await startWeakSite({ seconds, kilobitsPerSecond })
      try {
        const [ours, theirs] = await Promise.all([
          watch(browser, `${site.url}/content`),
          watch(browser, `http://localhost:${line.port}/`),
        ])
        rows.push(...compared(`${kilobitsPerSecond / 1000} Mbit/s`, ours, theirs))
      } finally {
        line.close()
        await site.stop()
      }
    }
    return {
      title: 'Weak lines',
      notes: [
        `A film of ${seconds} s in ${sizesMade.map(({ height, kilobits }) => `${height} lines (${kilobits} kbit/s)`).join(' and ')}, the size chosen by the player; beside a page of nothing but a \`<video>\` of the larger one.`,
        'All that a server sends shares its line. From the moment at which the film is asked for to its first frame; a minute of playing; a jump to second 110.',
      ],
      rows,
    }
  } finally {
    await browser.close()
    bare.closeAllConnections()
    bare.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

type Watched = {
  readonly startMs: number
  readonly stalls: number
  readonly seekMs: number
  readonly source: string
}

async function watch(browser: Browser, url: string): Promise<Watched> {
  // as many lines as the larger size has
  const context = await browser.newContext({ deviceScaleFactor: 3 })
  try {
    const page = await context.newPage()
    await page.addInitScript(observeFilm)
    await page.goto(url, { timeout: 120_000 })
    if (url.endsWith('/content')) {
      // a click before opens another document
      await page.waitForFunction(() => !document.querySelector('#root .document'), undefined, {
        timeout: 120_000,
      })
      await page.getByRole('link', { name: /Sized/ }).first().click()
    } else await page.getByRole('button').click()
    await page.waitForFunction(() => (window as unknown as Observed).film.startMs > 0, undefined, {
      timeout: 120_000,
    })
    await page.waitForTimeout(watchedMs)
    const { startMs, stalls, source } = await page.evaluate(() => (window as unknown as Observed).film)
    return { startMs, stalls, source, seekMs: await jump(page) }
  } finally {
    await context.close()
  }
}

type Observed = { film: { askedMs: number; startMs: number; stalls: number; source: string } }

/** Runs in the page: plays the film as soon as it is asked for, and notes its start and its stalls. */
function observeFilm(): void {
  const film = { askedMs: 0, startMs: 0, stalls: 0, source: '' }
  Object.assign(window, { film })
  const on = (name: string, run: (element: HTMLVideoElement) => void) =>
    document.addEventListener(name, ({ target }) => run(target as HTMLVideoElement), true)
  on('loadstart', (element) => {
    film.askedMs ||= performance.now()
    element.play().catch(() => undefined)
  })
  on('playing', (element) => {
    film.startMs ||= performance.now() - film.askedMs
    film.source = element.currentSrc
  })
  on('waiting', (element) => {
    if (film.startMs > 0 && !element.seeking) film.stalls += 1
  })
}

/** Goes to second 110; returns the milliseconds until the film plays there. */
function jump(page: Page): Promise<number> {
  return page.locator('video').evaluate(async (film: HTMLVideoElement) => {
    const began = performance.now()
    film.currentTime = 110
    return new Promise<number>((done) => {
      film.addEventListener('timeupdate', () => {
        if (!film.seeking && film.currentTime > 110.2) done(performance.now() - began)
      })
    })
  })
}

function compared(line: string, ours: Watched, bare: Watched): Row[] {
  const inSeconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`
  const ratio = (what: string, of: 'startMs' | 'seekMs', goal: number): Row => ({
    area: `${line}: ${what}`,
    measured: `${(ours[of] / bare[of]).toFixed(2)} x a bare <video>`,
    against: `${inSeconds(ours[of])}, bare ${inSeconds(bare[of])}`,
    goal: `${goal} x`,
    met: ours[of] <= bare[of] * goal,
  })
  return [
    ratio('first frame', 'startMs', 0.8),
    ratio('jump', 'seekMs', 0.5),
    {
      area: `${line}: stalls in a minute`,
      measured: String(ours.stalls),
      against: `bare ${bare.stalls}; played ${ours.source.split('/').at(-1)}`,
      goal: '0',
      met: ours.stalls === 0,
    },
  ]
}

/** Serves a page with a `<video>` of the larger size, which is asked for when its button is pressed. */
async function serveBare(folder: string): Promise<Server> {
  const [large] = sizesMade
  const path = join(folder, large.name)
  makeFilm(path, { ...large, seconds })
  const film = readFileSync(path)
  const server = createServer(({ url, headers }, reply) => {
    if (url !== '/film.mp4')
      return reply
        .writeHead(200, { 'content-type': 'text/html' })
        .end(
          '<!doctype html><title>Film</title><video width="412"></video><button onclick="document.querySelector(\'video\').src=\'/film.mp4\'">Film</button>',
        )
    const [, from = '0', to = ''] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '') ?? []
    const end = Math.min(to === '' ? film.length : Number(to) + 1, film.length)
    return reply
      .writeHead(206, {
        'content-type': 'video/mp4',
        'accept-ranges': 'bytes',
        'content-range': `bytes ${from}-${end - 1}/${film.length}`,
        'content-length': end - Number(from),
      })
      .end(film.subarray(Number(from), end))
  })
  await new Promise<void>((up) => server.listen(0, '127.0.0.1', up))
  return server
}
