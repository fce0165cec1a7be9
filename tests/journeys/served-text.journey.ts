import type { Browser, BrowserContext } from '@playwright/test'
import { JSDOM } from 'jsdom'
import { expect, siteTest as test } from './site.ts'

test.use({ sharedSite: true })

for (const language of ['en', 'de'])
  test(`a search engine that obeys robots.txt sees the served text, and more: ${language} @long`, async ({
    browser,
    site,
  }) => {
    const refused = await rulesOf(site.url)
    expect(['/api/video/x', '/api/shop/order/x', '/api/account'].filter((path) => !refused(path))).toEqual([])
    const context = await refusingContext(browser, language, refused)
    for (const address of await publicPages(site.url)) {
      const shown = await shownText(context, address)
      expect(shown.length, address).toBeGreaterThanOrEqual((await servedText(address, language)).length)
      expect(shown, address).not.toMatch(/Loading|Wirdgeladen|cannotbeloaded|nichtgeladen/)
    }
    await context.close()
  })

test('while no call is answered, the served text stays @long', async ({ browser, site }) => {
  const context = await refusingContext(browser, 'en', (path) => path.startsWith('/api/'))
  for (const address of await publicPages(site.url))
    expect(await shownText(context, address), address).toBe(await servedText(address, 'en'))
  await context.close()
})

/** Whether a path is closed, as RFC 9309 says: by the longest rule that fits. */
async function rulesOf(origin: string): Promise<(path: string) => boolean> {
  const text = await (await fetch(`${origin}/robots.txt`)).text()
  const rules = [...text.matchAll(/^(Allow|Disallow): (\S+)$/gm)].map(([, kind, pattern = '']) => ({
    allows: kind === 'Allow',
    length: pattern.length,
    fits: new RegExp(
      `^${pattern
        .replace(/[.?+^{}()|[\]\\]/g, '\\$&')
        .replaceAll('*', '.*')
        .replace(/\\?\$$/, '$')}`,
    ),
  }))
  return (path) => {
    const fitting = rules
      .filter(({ fits }) => fits.test(path))
      .sort((a, b) => b.length - a.length || Number(b.allows) - Number(a.allows))
    return fitting[0] ? !fitting[0].allows : false
  }
}

/** One page of each kind that the sitemap names. */
async function publicPages(origin: string): Promise<string[]> {
  const text = await (await fetch(`${origin}/sitemap.xml`)).text()
  const all = [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => new URL(address).pathname)
  const kindOf = (path: string) => path.replace(/(?<=\/(video|category|series|product))\/.*/, '')
  return all
    .filter((path, index) => all.findIndex((other) => kindOf(other) === kindOf(path)) === index)
    .map((path) => origin + path)
}

async function servedText(address: string, language: string): Promise<string> {
  const reply = await fetch(address, { headers: { 'accept-language': language } })
  return textIn(new JSDOM(await reply.text()).window.document)
}

/** The text of a page once its scripts have run. */
async function shownText(context: BrowserContext, address: string): Promise<string> {
  const page = await context.newPage()
  await page.goto(address, { waitUntil: 'networkidle' })
  const text = textIn(new JSDOM(await page.content()).window.document)
  await page.close()
  return text
}

/** Of its main part, without spaces: header and footer are drawn by the same components before and after. */
function textIn(document: Document): string {
  const main = document.querySelector('main')
  for (const unseen of main?.querySelectorAll('script, style, template, noscript') ?? []) unseen.remove()
  return (main?.textContent ?? '').replaceAll(/\s+/g, '')
}

/** A browser that never gets a reply from some paths. */
async function refusingContext(browser: Browser, locale: string, refuses: (path: string) => boolean) {
  const context = await browser.newContext({ locale })
  await context.route('**/*', (route) => {
    const { pathname, search } = new URL(route.request().url())
    return refuses(pathname + search) ? route.abort() : route.continue()
  })
  return context
}
