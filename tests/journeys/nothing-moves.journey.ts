import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { observeVisit } from '../bench/first-visit.ts'
import { isThorough } from './expect-accessible.ts'
import { contextAs, mainScreens, openScreen, type Screen } from './screens.ts'
import { expect, test } from './site.ts'

test.use({ sharedSite: true })

/** Where a narrow screen becomes a wide one, things move that stay elsewhere; so do they where nothing may glide. */
const screens = [
  { width: 412, reducedMotion: 'no-preference' },
  ...(isThorough ? [{ width: 768, reducedMotion: 'no-preference' } as const] : []),
  { width: 1440, reducedMotion: 'reduce' },
] as const

/** Delay of each reply, in milliseconds: placeholders are rendered before it arrives. */
const replyMs = 250

/** Besides the main screens: those that load data of their own. */
const further: readonly Screen[] = [
  { name: 'product', path: '/shop/product/a-season-of-learning-000000000002' },
  { name: 'cart', path: '/shop/cart' },
  { name: 'demo', path: '/demo' },
  { name: 'imprint', path: '/imprint' },
  { name: 'orders', path: '/shop/orders', as: 'owner' },
  { name: 'card', path: '/subscription/card', as: 'owner' },
  { name: 'coupons', path: '/admin/coupon/associates', as: 'admin' },
  { name: 'desk orders', path: '/admin/order/list', as: 'admin' },
  { name: 'desk products', path: '/admin/product/list', as: 'admin' },
  { name: 'desk mails', path: '/admin/messages', as: 'admin' },
]

for (const role of [undefined, 'viewer', 'owner', 'admin'] as const)
  test(`nothing moves while pages load for ${role ?? 'a visitor'}, at any width @long`, async ({
    browser,
    site,
  }) => {
    test.slow()
    const pages = [...(await mainScreens(site.url)), ...further].filter(({ as }) => as === role)
    // at once: most of a visit is waiting
    const moved = await Promise.all(
      screens.map(async ({ width, reducedMotion }) => {
        const options = { viewport: { width, height: 900 }, reducedMotion }
        const context = await contextAs(browser, site, role, options)
        const found: string[] = []
        const page = await context.newPage()
        await page.route(/\/api\//, async (route) => {
          await wait(replyMs)
          await route.continue().catch(() => {})
        })
        await page.addInitScript(observeVisit)
        for (const screen of pages) {
          await openScreen(page, site.url, screen)
          await page.waitForTimeout(replyMs)
          const { layoutShift, moved } = await page.evaluate(
            () => (window as unknown as { seen: { layoutShift: number; moved: string[] } }).seen,
          )
          if (layoutShift >= 0.01)
            found.push(`${screen.name}, ${width} px: ${[...new Set(moved)].join('; ')}`)
        }
        await context.close()
        return found
      }),
    )
    expect(moved.flat()).toEqual([])
  })

test('the footer does not move while its document arrives in pieces', async ({ page, site }) => {
  const html = await (await fetch(`${site.url}/pricing`, { headers: { accept: 'text/html' } })).text()
  const middle = html.indexOf('<ul', html.indexOf('<footer'))
  const arrived = Promise.withResolvers<void>()
  const server = createServer(async ({ url = '' }, response) => {
    const answer = (type: string) => response.writeHead(200, { 'content-type': type })
    if (url === '/pricing') {
      answer('text/html').write(html.slice(0, middle))
      await arrived.promise
      response.end(html.slice(middle))
    } else if (url.endsWith('.js')) {
      // the page would replace the document
      answer('text/javascript').end()
    } else {
      const reply = await fetch(site.url + url)
      answer(reply.headers.get('content-type') ?? 'text/plain').end(Buffer.from(await reply.arrayBuffer()))
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  await page.setViewportSize({ width: 412, height: 900 })
  await page.addInitScript(observeVisit)
  const { port } = server.address() as AddressInfo
  await page.goto(`http://127.0.0.1:${port}/pricing`, { waitUntil: 'commit' })
  await page.waitForFunction(() => performance.getEntriesByType('paint').length > 0)
  arrived.resolve()
  await page.getByRole('link', { name: 'Imprint' }).waitFor()
  await page.waitForLoadState()
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  const { moved } = await page.evaluate(() => (window as unknown as { seen: { moved: string[] } }).seen)
  server.close()
  expect(moved).toEqual([])
})
