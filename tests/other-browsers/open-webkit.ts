import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { Builder, Key, Origin, type WebDriver } from 'selenium-webdriver'
import { freePort } from '#support/server-process.ts'
import type { Driver } from './driver.ts'
import { webkitDriver, xvfb } from './installed.ts'

/** WebKitGTK, Safari's engine, by its WebDriver and on a virtual screen. */
export async function openWebkit(): Promise<Driver> {
  const screen = spawn(
    xvfb ?? 'Xvfb',
    ['-displayfd', '3', '-screen', '0', '1440x1000x24', '-nolisten', 'tcp'],
    {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    },
  )
  const port = await freePort()
  const service = spawn(webkitDriver ?? 'WebKitWebDriver', [`--port=${port}`, '--host=127.0.0.1'], {
    stdio: 'ignore',
    env: {
      ...process.env,
      DISPLAY: `:${await firstLine(screen)}`,
      LIBGL_ALWAYS_SOFTWARE: '1',
      // as for Chromium: a container has no rights to make a sandbox
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    },
  })
  const driver = await begin(port)
  await driver.manage().window().setRect({ x: 0, y: 0, width: 1440, height: 1000 })
  const keys = async (...typed: string[]) =>
    void (await driver
      .actions()
      .sendKeys(...typed)
      .perform())
  return {
    open: (url) => driver.get(url),
    evaluate: (expression) => driver.executeScript(`return (${expression})`),
    click: (x, y) => driver.actions().move({ x, y, origin: Origin.VIEWPORT }).click().perform(),
    move: (x, y) => driver.actions().move({ x, y, origin: Origin.VIEWPORT }).perform(),
    type: keys,
    press: (key, held) =>
      held ? driver.actions().keyDown(Key.CONTROL).sendKeys(key).keyUp(Key.CONTROL).perform() : keys(key),
    screenshot: async () => Buffer.from(await driver.takeScreenshot(), 'base64'),
    // this driver does not report the console
    complaints: () => [],
    close: async () => {
      await driver.quit()
      for (const child of [service, screen]) await ended(child)
    },
  }
}

/** A session of the WebDriver that listens there, or will in a moment. */
async function begin(port: number): Promise<WebDriver> {
  const server = `http://127.0.0.1:${port}`
  for (let attempt = 0; attempt < 300; attempt += 1) {
    const isThere = await fetch(`${server}/status`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isThere)
      return new Builder().usingServer(server).withCapabilities({ browserName: 'MiniBrowser' }).build()
    await new Promise((wake) => setTimeout(wake, 100))
  }
  throw new Error('WebKitWebDriver does not answer')
}

/** The number of the free screen that Xvfb chose. */
async function firstLine(screen: ChildProcess): Promise<string> {
  const output = screen.stdio[3]
  if (!output || !('readable' in output)) throw new Error('Xvfb has nowhere to say its number')
  const [line] = await once(createInterface(output), 'line')
  return String(line)
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const end = once(child, 'exit')
  child.kill()
  await end
}
