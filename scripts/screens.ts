import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import sharp from 'sharp'
import { chromiumLaunch } from '../playwright.config.ts'
import { contextAs, mainScreens, openScreen } from '../tests/journeys/screens.ts'
import { startServerProcess } from '../tests/support/server-process.ts'
import { takeLibrarySteps } from './library-steps.ts'

/**
 * `npm run screens`: takes pictures of every main screen of a fresh demo, desktop and phone, light and dark, and of a
 * recording on its way to viewers, into docs/screens. `npm run screens -- library` takes the latter alone.
 */
const folder = resolve(import.meta.dirname, '../docs/screens')
const dataDir = mkdtempSync(join(tmpdir(), 'lectern-screens-'))
const server = await startServerProcess({ DEMO: '1', DATA_DIR: dataDir, RATE_LIMITS: '100' })
const browser = await chromium.launch(chromiumLaunch)
try {
  await server.ready()
  const isWhole = !process.argv.includes('library')
  if (isWhole) rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const width of isWhole ? [1440, 390] : [])
    for (const theme of ['light', 'dark'] as const) await takeAll(browser, server.url, width, theme)
  const site = { url: server.url, login: (role: string) => loginOf(server.url, role) }
  await takeLibrarySteps(browser, site, folder)
  const sizes = readdirSync(folder).map((name) => statSync(join(folder, name)).size)
  console.log(`${sizes.length} pictures, ${Math.round(sizes.reduce((a, b) => a + b, 0) / 1000)} KB`)
} finally {
  await browser.close()
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

/** Takes pictures of all screens in one form, as `<screen>-<width>-<theme>.webp`, up to two window heights. */
async function takeAll(browser: Browser, url: string, width: number, theme: 'light' | 'dark'): Promise<void> {
  const height = width > 1000 ? 900 : 844
  const viewport = { width, height }
  for (const [role, screens] of Map.groupBy(await mainScreens(url), (screen) => screen.as)) {
    const context = await contextAs(browser, { url, login: (wanted) => loginOf(url, wanted) }, role, {
      viewport,
      colorScheme: theme,
      locale: 'en',
    })
    for (const screen of screens) {
      const page = await context.newPage()
      await openScreen(page, url, screen)
      const whole = await page.evaluate(() => document.documentElement.scrollHeight)
      await page.setViewportSize({ width, height: Math.min(whole, 2 * height) })
      await page.waitForLoadState('networkidle')
      const picture = await sharp(await page.screenshot())
        .webp({ quality: 60, effort: 6 })
        .toBuffer()
      writeFileSync(join(folder, `${screen.name}-${width}-${theme}.webp`), picture)
      await page.close()
    }
    await context.close()
  }
}

async function loginOf(url: string, role: string): Promise<{ email: string; password: string }> {
  const { logins } = (await (await fetch(`${url}/demo/logins`)).json()) as {
    logins: { role: string; email: string; password: string }[]
  }
  const login = logins.find((one) => one.role === role)
  if (!login) throw new Error(`the demo has no login "${role}"`)
  return login
}
