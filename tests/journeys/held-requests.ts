import type { Page } from '@playwright/test'

/** Holds matching requests until they are released. */
export async function hold(page: Page, addresses: string): Promise<{ release(): void }> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(addresses, async (route) => {
    await promise
    await route.continue()
  })
  return { release: resolve }
}
