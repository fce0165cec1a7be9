import { chromium } from '@playwright/test'
import { chromiumLaunch } from '../../playwright.config.ts'
import type { Driver } from './driver.ts'

/** Chromium as the journeys have it. */
export async function openChromium(): Promise<Driver> {
  const browser = await chromium.launch(chromiumLaunch)
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  return {
    open: async (url) => void (await page.goto(url)),
    evaluate: (expression) => page.evaluate(expression),
    click: (x, y) => page.mouse.click(x, y),
    move: (x, y) => page.mouse.move(x, y),
    type: (text) => page.keyboard.type(text),
    press: (key, held) => page.keyboard.press(held ? `${held}+${key}` : key),
    screenshot: () => page.screenshot(),
    complaints: () => complaints,
    close: () => browser.close(),
  }
}
