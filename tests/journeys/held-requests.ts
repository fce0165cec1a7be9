import type { Page } from '@playwright/test'

/** What is asked for there waits until it is released. */
export async function hold(page: Page, addresses: string): Promise<{ release(): void }> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(addresses, async (route) => {
    await promise
    await route.continue()
  })
  return { release: resolve }
}
