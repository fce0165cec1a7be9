import { type KeyInput, launch } from 'puppeteer-core'
import type { Driver } from './driver.ts'
import { firefox } from './installed.ts'

/** An ordinary Firefox without a window, driven by WebDriver BiDi. */
export async function openFirefox(): Promise<Driver> {
  const browser = await launch({
    browser: 'firefox',
    executablePath: firefox ?? 'firefox',
    defaultViewport: { width: 1440, height: 900 },
  })
  const page = await browser.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  return {
    open: async (url) => void (await page.goto(url)),
    evaluate: (expression) => page.evaluate(expression),
    click: (x, y) => page.mouse.click(x, y),
    move: (x, y) => page.mouse.move(x, y),
    type: (text) => page.keyboard.type(text),
    press: async (key, held) => {
      if (held) await page.keyboard.down(held)
      await page.keyboard.press(key as KeyInput)
      if (held) await page.keyboard.up(held)
    },
    screenshot: () => page.screenshot(),
    complaints: () => complaints,
    close: () => browser.close(),
  }
}
