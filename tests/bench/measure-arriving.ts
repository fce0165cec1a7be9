import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { freePort } from '#support/server-process.ts'
import { chromiumLaunch } from '../../playwright.config.ts'
import { prepareData, startSite } from './bench-site.ts'
import { slowDown } from './first-visit.ts'
import type { Row } from './report.ts'
import { median } from './request-load.ts'

type Arrival = {
  /** From the navigation to the first card drawn by the page itself, in milliseconds. */
  readonly card: number
  /** Bytes transferred until then, including the document. */
  readonly bytes: number
  /** From the navigation until all videos are listed. */
  readonly whole: number
  /** Longest task from the first card until a second after it; 0 without one above 50 ms. */
  readonly longestTask: number
}

const visits = 3

/**
 * Measures first visits to the listing of a library that is read in pieces, and of one that is a single reply: with an
 * empty cache, fast, and on slow 4G with a CPU slowed down four times. The server's pieces are cached, as after its first
 * visitors.
 */
export async function measureArriving(few: number, many: number): Promise<{ rows: Row[]; notes: string[] }> {
  const browser = await chromium.launch(chromiumLaunch)
  try {
    const small = await measureCount(browser, few)
    const large = await measureCount(browser, many)
    const [fewName, manyName] = [few, many].map((count) => count.toLocaleString('en'))
    const rows = (['fast', 'slow'] as const).flatMap((line) => {
      const [one, other] = [small[line], large[line]]
      const area = `${manyName} videos, first visit${line === 'slow' ? ', slow' : ''}`
      const longest = line === 'slow' ? 200 : 50
      return [
        {
          area: `${area}: to the first card`,
          measured: seconds(other.card),
          against: `with ${fewName}: ${seconds(one.card)}`,
          ratio: other.card / one.card,
          goal: '1.4',
          met: other.card <= 1.4 * one.card,
        },
        {
          area: `${area}: loaded until then`,
          measured: `${Math.round(other.bytes / 1000)} KB`,
          against: `with ${fewName}: ${Math.round(one.bytes / 1000)} KB; all after ${seconds(other.whole)}`,
          goal: '',
        },
        {
          area: `${area}: longest task from then on`,
          measured: other.longestTask === 0 ? 'none above 50 ms' : `${Math.round(other.longestTask)} ms`,
          against: '',
          goal: `${longest} ms`,
          met: other.longestTask <= longest,
        },
      ]
    })
    return {
      rows,
      notes: [
        'First visits have an empty cache; slow is as above, slow 4G and a processor four times as slow.',
      ],
    }
  } finally {
    await browser.close()
  }
}

async function measureCount(browser: Browser, videos: number): Promise<{ fast: Arrival; slow: Arrival }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'lectern-arriving-'))
  const site = await startSite(await prepareData(dataDir, videos), await freePort())
  try {
    await arrive(browser, site.url, false)
    return {
      fast: await arriveOften(browser, site.url, false),
      slow: await arriveOften(browser, site.url, true),
    }
  } finally {
    await site.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function arriveOften(browser: Browser, url: string, slow: boolean): Promise<Arrival> {
  const all: Arrival[] = []
  for (let visit = 0; visit < visits; visit += 1) all.push(await arrive(browser, url, slow))
  const middle = (of: (one: Arrival) => number) => median(all.map(of))
  return {
    card: middle(({ card }) => card),
    bytes: middle(({ bytes }) => bytes),
    whole: middle(({ whole }) => whole),
    longestTask: middle(({ longestTask }) => longestTask),
  }
}

async function arrive(browser: Browser, url: string, slow: boolean): Promise<Arrival> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  try {
    const page = await context.newPage()
    if (slow) await slowDown(page)
    await page.addInitScript(observeArrival)
    await page.goto(`${url}/content`, { waitUntil: 'commit' })
    await page.waitForFunction(() => 'wholeAt' in window, undefined, { timeout: 120_000 })
    await page.waitForTimeout(1_000)
    const { cardAt, bytes, wholeAt, tasks } = await page.evaluate(() => {
      const { cardAt, bytes, wholeAt, tasks } = window as unknown as Observed
      return { cardAt, bytes, wholeAt, tasks }
    })
    const later = tasks.filter(({ start }) => start >= cardAt).map(({ duration }) => duration)
    return { card: cardAt, bytes, whole: wholeAt, longestTask: Math.max(0, ...later) }
  } finally {
    await context.close()
  }
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`
}

type Observed = {
  cardAt: number
  bytes: number
  wholeAt: number
  tasks: { start: number; duration: number }[]
}

/** Runs in the page before anything else. */
function observeArrival(): void {
  const observed = window as unknown as Partial<Observed>
  const tasks: Observed['tasks'] = []
  observed.tasks = tasks
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) tasks.push({ start: startTime, duration })
  }).observe({ type: 'longtask', buffered: true })
  const page = '#root > :not(.document)'
  const look = () => {
    if (observed.cardAt === undefined && document.querySelector(`${page} .video-card-link:not([inert] *)`)) {
      observed.cardAt = performance.now()
      const loaded = ['navigation', 'resource'].flatMap((type) => performance.getEntriesByType(type))
      observed.bytes = (loaded as PerformanceResourceTiming[]).reduce((sum, one) => sum + one.transferSize, 0)
    }
    const total = document.querySelector(`${page} header p[role=status]`)?.textContent ?? ''
    if (observed.cardAt !== undefined && total.startsWith('Total')) observed.wholeAt = performance.now()
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}
