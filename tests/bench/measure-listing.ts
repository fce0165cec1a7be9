import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { freePort } from '#support/server-process.ts'
import { chromiumLaunch } from '../../playwright.config.ts'
import { prepareData, startSite } from './bench-site.ts'
import type { Row, Section } from './report.ts'
import { median } from './request-load.ts'

type Figures = {
  /** From the navigation to the first card on screen, in milliseconds. */
  readonly listed: number
  /** From a key in the search field to the next picture, in milliseconds. */
  readonly keyToPaint: number
  /** The longest task while scrolling, in milliseconds; 0 where none was above 50. */
  readonly longestTask: number
}

/** Measures the listing in Chromium with few and with many videos: the times should hardly differ. */
export async function measureListing(rounds: number, counts: readonly [number, number]): Promise<Section> {
  const browser = await chromium.launch(chromiumLaunch)
  try {
    const few = await measureCount(browser, rounds, counts[0])
    const many = await measureCount(browser, rounds, counts[1])
    const [fewName, manyName] = counts.map((count) => count.toLocaleString('en'))
    return {
      title: 'The listing in Chromium',
      notes: [`Medians of ${rounds} visits with a warm cache, software rendering; the longest of all tasks.`],
      rows: [
        {
          area: `listing with ${manyName} videos, to the first card`,
          measured: milliseconds(many.listed),
          against: `with ${fewName}: ${milliseconds(few.listed)}`,
          ratio: many.listed / few.listed,
          goal: '1.4',
          met: many.listed <= 1.4 * few.listed,
        },
        limit(`${manyName} videos: from a key to the next picture`, many.keyToPaint),
        limit(`${manyName} videos: longest task while scrolling`, many.longestTask),
      ],
    }
  } finally {
    await browser.close()
  }
}

async function measureCount(browser: Browser, rounds: number, videos: number): Promise<Figures> {
  const dataDir = mkdtempSync(join(tmpdir(), 'lectern-listing-'))
  const site = await startSite(await prepareData(dataDir, videos), await freePort())
  try {
    const context = await browser.newContext({ baseURL: site.url, viewport: { width: 1440, height: 900 } })
    const page = await context.newPage()
    await page.addInitScript(observe)
    const visits: Figures[] = []
    await visit(page)
    for (let round = 0; round < rounds; round += 1) visits.push(await visit(page))
    await context.close()
    return {
      listed: median(visits.map(({ listed }) => listed)),
      keyToPaint: median(visits.map(({ keyToPaint }) => keyToPaint)),
      longestTask: Math.max(...visits.map(({ longestTask }) => longestTask)),
    }
  } finally {
    await site.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function visit(page: Page): Promise<Figures> {
  await page.goto('/content')
  await page.waitForFunction(() => 'listedAt' in window)
  const listed = await page.evaluate(() => (window as unknown as Observed).listedAt)
  await page.waitForTimeout(1_500)
  await page.evaluate(() => (window as unknown as Observed).tasks.splice(0))
  for (let step = 0; step < 40; step += 1) {
    await page.mouse.wheel(0, 600)
    await page.waitForTimeout(40)
  }
  const longestTask = await page.evaluate(() => Math.max(0, ...(window as unknown as Observed).tasks))
  // the paint of scrolling back belongs to scrolling
  await page.evaluate(() => scrollTo(0, 0))
  await page.waitForTimeout(500)
  await page.keyboard.press('Control+s')
  await page.keyboard.type('hooks w', { delay: 150 })
  await page.waitForTimeout(500)
  const keys = await page.evaluate(() => (window as unknown as Observed).keys)
  return { listed, longestTask, keyToPaint: Math.max(16, ...keys) }
}

type Observed = { listedAt: number; tasks: number[]; keys: number[] }

/** Runs in the page before anything else. */
function observe(): void {
  const observed = window as unknown as Partial<Observed>
  const tasks: number[] = []
  const keys: number[] = []
  Object.assign(observed, { tasks, keys })
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) tasks.push(duration)
  }).observe({ type: 'longtask', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (entry.name === 'keydown') keys.push(entry.duration)
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  const look = () => {
    // the served document has cards too
    if (document.querySelector('main > :not(.document) .video-card-link:not([inert] *)'))
      observed.listedAt = performance.now()
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

function limit(area: string, measured: number): Row {
  return { area, measured: milliseconds(measured), against: '', goal: '50 ms', met: measured <= 50 }
}

function milliseconds(value: number): string {
  return value === 0 ? 'none above 50 ms' : `${Math.round(value)} ms`
}
