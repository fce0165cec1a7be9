import { gzipSync } from 'node:zlib'
import type { Browser, Page, Response } from '@playwright/test'

/** Transfers and rendering times of a page with an empty cache, until three seconds after loading. */
export type FirstVisit = {
  /** Kilobytes (1,000 bytes), each file compressed with gzip. */
  readonly scriptKilobytes: number
  readonly scripts: number
  readonly styleKilobytes: number
  /** All files: document, data, fonts, pictures; without films. */
  readonly kilobytes: number
  readonly requests: number
  /** Cumulative layout shift, as reported by the browser. */
  readonly layoutShift: number
  /** The shifted elements, for debugging. */
  readonly moved: readonly string[]
  /** Largest contentful paint in milliseconds. */
  readonly largestPaint: number
  /** From the navigation to the first video card; undefined without cards. */
  readonly firstCard: number | undefined
  /** From the navigation to the first frame of a film. */
  readonly firstFrame: number | undefined
}

export type VisitOptions = {
  readonly width: number
  readonly language?: 'en' | 'de'
  /** Slow 4G and a CPU slowed down four times, as in developer tools. */
  readonly slow?: boolean
}

const watchedMs = 3_000

/** Opens an address as a first-time visitor. */
export async function firstVisit(
  browser: Browser,
  url: string,
  { width, language = 'en', slow = false }: VisitOptions,
): Promise<FirstVisit> {
  const context = await browser.newContext({
    locale: language,
    viewport: { width, height: width < 700 ? 915 : 900 },
    ...(width < 700 && { isMobile: true, hasTouch: true }),
  })
  try {
    const page = await context.newPage()
    if (slow) await slowDown(page)
    await page.addInitScript(observeVisit)
    const responses: Response[] = []
    page.on('response', (response) => responses.push(response))
    await page.goto(url, { waitUntil: 'load', timeout: 60_000 })
    // the page has replaced the served document
    await page.waitForFunction(() => !document.querySelector('#root .document'), undefined, {
      timeout: 60_000,
    })
    await page.waitForTimeout(watchedMs)
    const seen = await page.evaluate(() => (window as unknown as { seen: Seen }).seen)
    return { ...seen, moved: [...new Set(seen.moved)], ...(await weigh(responses)) }
  } finally {
    await context.close()
  }
}

/** Slow 4G and a CPU slowed down four times. */
export async function slowDown(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  const bytesPerSecond = (1.6 * 0.9 * 1_000_000) / 8
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 562.5,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond / 2,
  })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
}

async function weigh(responses: readonly Response[]) {
  const files = await Promise.all(
    responses
      .filter((response) => response.request().resourceType() !== 'media')
      .map(async (response) => {
        const body = await response.body().catch(() => Buffer.alloc(0))
        const type = response.headers()['content-type'] ?? ''
        const isPacked = /^(?:image\/(?!svg)|font\/)/.test(type)
        return { type, bytes: isPacked ? body.length : packedBytes(body) }
      }),
  )
  const kilobytesOf = (some: typeof files) => some.reduce((sum, { bytes }) => sum + bytes, 0) / 1000
  const scripts = files.filter(({ type }) => type.includes('javascript'))
  return {
    scriptKilobytes: kilobytesOf(scripts),
    scripts: scripts.length,
    styleKilobytes: kilobytesOf(files.filter(({ type }) => type.startsWith('text/css'))),
    kilobytes: kilobytesOf(files),
    requests: files.length,
  }
}

const packedBytes = (body: Buffer) => gzipSync(body, { level: 9 }).length

type Seen = Pick<FirstVisit, 'layoutShift' | 'moved' | 'largestPaint' | 'firstCard' | 'firstFrame'>

/** Records shifts and paints in `window.seen`. Runs in the page before anything else. */
export function observeVisit(): void {
  type Moved = { node?: Node; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }
  type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: Moved[] }
  const seen = { layoutShift: 0, moved: [] as string[], largestPaint: 0 } as {
    -readonly [Key in keyof Seen]: Seen[Key]
  } & { moved: string[] }
  Object.assign(window, { seen })
  const box = ({ x, y, width, height }: DOMRectReadOnly) => [x, y, width, height].map(Math.round).join(' ')
  new PerformanceObserver((list) => {
    for (const shift of list.getEntries() as Shift[]) {
      if (shift.hadRecentInput) continue
      seen.layoutShift += shift.value
      for (const { node, previousRect, currentRect } of shift.sources) {
        const element = node instanceof Element ? node : node?.parentElement
        const name = element ? `${element.tagName.toLowerCase()}.${element.className}` : 'removed'
        seen.moved.push(
          `${shift.value.toFixed(4)} at ${Math.round(shift.startTime)}: ${name.slice(0, 70)}: ${box(previousRect)} > ${box(currentRect)}`,
        )
      }
    }
  }).observe({ type: 'layout-shift', buffered: true })
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) seen.largestPaint = startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  const look = () => {
    if (seen.firstCard === undefined && document.querySelector('.video-card-link:not([inert] *)'))
      seen.firstCard = performance.now()
    const film = document.querySelector('video')
    if (seen.firstFrame === undefined && film && film.readyState >= 2) seen.firstFrame = performance.now()
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}
