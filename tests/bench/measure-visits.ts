import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { startServerProcess } from '#support/server-process.ts'
import { chromiumLaunch } from '../../playwright.config.ts'
import { serveBareFilm } from './bare-film.ts'
import { type FirstVisit, firstVisit } from './first-visit.ts'
import { lighthouseRows } from './lighthouse.ts'
import type { Row, Section } from './report.ts'

/**
 * Landing pages of first-time visitors, with their maximum kilobytes of JavaScript and minimum Lighthouse performance;
 * without the score of the page excluded from search engines, which Lighthouse penalises.
 */
const pages: readonly Visited[] = [
  { name: 'landing', path: () => '/', goal: 90, performance: 100 },
  { name: 'listing', path: () => '/content', goal: 115, performance: 98 },
  { name: 'video', path: (free: string) => `/content/video/${free}`, goal: 150, performance: 98 },
  { name: 'pricing', path: () => '/pricing', goal: 110, performance: 98 },
  { name: 'register', path: () => '/register', goal: 110 },
]

type Visited = {
  readonly name: string
  readonly path: (free: string) => string
  readonly goal: number
  readonly performance?: number
}

/** Measures first visits to the demo with an empty cache, at 412 px: all transfers within three seconds of load. */
export async function measureVisits(): Promise<Section> {
  const dataDir = mkdtempSync(join(tmpdir(), 'lectern-visits-'))
  const site = await startServerProcess({ DEMO: '1', DATA_DIR: dataDir, RATE_LIMITS: '1000' })
  await site.ready()
  const browser = await chromium.launch(chromiumLaunch)
  try {
    const { videos } = (await (await fetch(`${site.url}/api/videos`)).json()) as {
      videos: { id: string; free: boolean }[]
    }
    const free = videos.find((video) => video.free)?.id ?? ''
    const rows: Row[] = []
    const bare = await bareVisit(browser, site.url, free)
    for (const { name, path, goal, performance } of pages) {
      for (const language of ['en', 'de'] as const)
        rows.push(
          ...weight(
            `${name}, ${language}`,
            goal,
            await firstVisit(browser, site.url + path(free), { width: 412, language }),
          ),
        )
      const slow = await firstVisit(browser, site.url + path(free), { width: 412, slow: true })
      rows.push(...slowness(name, slow), ...(name === 'video' ? [againstBare(slow, bare)] : []))
      if (performance !== undefined)
        rows.push(...(await lighthouseRows(name, site.url + path(free), performance)))
    }
    return {
      title: 'First visit',
      notes: [
        'A browser with an empty cache at 412 px; everything fetched within three seconds of load, each file compressed with gzip.',
        'Slow: slow 4G and a processor four times as slow, as developer tools set them. Times of one visit: hints.',
      ],
      rows,
    }
  } finally {
    await browser.close()
    await site.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function bareVisit(browser: Browser, site: string, videoId: string): Promise<FirstVisit> {
  const { url, stop } = await serveBareFilm(site, videoId)
  try {
    return await firstVisit(browser, url, { width: 412, slow: true })
  } finally {
    stop()
  }
}

function againstBare({ firstFrame = 0 }: FirstVisit, { firstFrame: bare = 0 }: FirstVisit): Row {
  const ratio = firstFrame / bare
  return {
    area: 'video, slow: first frame',
    measured: `${ratio.toFixed(2)} x a bare <video>`,
    against: `${(firstFrame / 1000).toFixed(1)} s, bare ${(bare / 1000).toFixed(1)} s`,
    goal: '1.15 x',
    met: ratio <= 1.15,
  }
}

function weight(area: string, goal: number, visit: FirstVisit): Row[] {
  const { scriptKilobytes, scripts, styleKilobytes, kilobytes, requests } = visit
  return [
    {
      area: `${area}: JavaScript`,
      measured: `${scriptKilobytes.toFixed(1)} KB in ${scripts} files`,
      against: `all: ${Math.round(kilobytes)} KB in ${requests} requests`,
      goal: `${goal} KB in 12`,
      met: scriptKilobytes <= goal && scripts <= 12,
    },
    {
      area: `${area}: CSS`,
      measured: `${styleKilobytes.toFixed(1)} KB`,
      against: '',
      goal: '14 KB',
      met: styleKilobytes <= 14,
    },
  ]
}

function slowness(name: string, { layoutShift, largestPaint, firstCard, firstFrame }: FirstVisit): Row[] {
  const seconds = (value: number | undefined) =>
    value === undefined ? undefined : `${(value / 1000).toFixed(1)} s`
  const shown = seconds(firstFrame) ?? seconds(firstCard)
  return [
    {
      area: `${name}, slow: layout shift`,
      measured: layoutShift.toFixed(3),
      against: '',
      goal: '0.01',
      met: layoutShift < 0.01,
    },
    {
      area: `${name}, slow: largest paint`,
      measured: seconds(largestPaint) ?? '',
      against: shown === undefined ? '' : `first ${firstFrame === undefined ? 'card' : 'frame'}: ${shown}`,
      goal: name === 'landing' ? '1.8 s' : '',
      met: name === 'landing' ? largestPaint <= 1_800 : undefined,
    },
  ]
}
