import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { ServerProcess } from '#support/server-process.ts'
import { freePort } from '#support/server-process.ts'
import { prepareData, startSite } from '../bench/bench-site.ts'
import { observeVisit } from '../bench/first-visit.ts'
import { expect, siteTest as test } from './site.ts'

const count = 6_000
const dataDir = mkdtempSync(join(tmpdir(), 'lectern-large-'))
let site: ServerProcess

test.beforeAll(async () => {
  site = await startSite(await prepareData(dataDir, count), await freePort())
})
test.afterAll(async () => {
  await site?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const cards = (page: Page) => page.locator('main > :not(.document) .video-card-link:not([inert] *)')
const status = (page: Page) => page.locator('main > :not(.document) header p[role=status]')

for (const width of [390, 1440])
  test(`${width} px: the newest of 6,000 videos are listed while the others come, and nothing moves when they do @long`, async ({
    browser,
  }) => {
    const context = await browser.newContext({ viewport: { width, height: 900 } })
    const page = await context.newPage()
    await page.addInitScript(observeVisit)
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    const { pieces } = (await (await fetch(`${site.url}/api/videos/pieces`)).json()) as {
      pieces: { key: string; count: number }[]
    }
    const oldest = pieces.at(-1)?.key ?? ''
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(`**/api/videos/pieces/${oldest}`, async (route) => {
      await released
      await route.continue()
    })

    await page.goto(`${site.url}/content`)
    await expect(cards(page).first()).toBeVisible()
    await expect(status(page)).toHaveText(/^[\d,]+ of 6,000 videos loaded$/)
    release()
    await expect(status(page)).toHaveText(/^Total: 6000 videos/)
    expect(asked).not.toContain('/api/videos')
    const { layoutShift, moved } = await page.evaluate(() => (window as unknown as Observed).seen)
    expect(layoutShift, moved.join('; ')).toBeLessThan(0.01)

    // returning visitors have them cached; a page with held requests has no cache
    const later = await context.newPage()
    for (const visit of ['first', 'second']) {
      await later.goto(`${site.url}/content?visit=${visit}`)
      await expect(status(later)).toHaveText(/^Total: 6000 videos/)
    }
    const loaded = await later.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.includes('/api/videos'))
        .map((entry) => (entry as PerformanceResourceTiming).transferSize),
    )
    expect(loaded).toHaveLength(pieces.length)
    expect(new Set(loaded)).toEqual(new Set([0]))
    await context.close()
  })

type Observed = { seen: { layoutShift: number; moved: string[] } }
