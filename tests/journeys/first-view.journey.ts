import { firstVisit } from '../bench/first-visit.ts'
import { isThorough } from './expect-accessible.ts'
import { expect, test } from './site.ts'

/**
 * What a new visitor loads within three seconds of opening a page: in kilobytes compressed with gzip, in English.
 * Additions to a page must fit its budget. The goals are in docs/performance.md; some budgets are up to 4 KB above
 * them, for parts that every visitor of the page needs:
 *
 * On every page: keeping input when its user is signed out, also in another tab; the cart and the members' links of the
 * header; isolated names; the menu of a narrow header, without which phones find neither prices nor questions; leaving
 * a document with a foreign script; keeping secrets out of URLs; announcing a closing service; ticks, amounts and
 * sliders in forced colours; and the styles of five small parts, which save up to five requests before the first paint.
 *
 * On the listing: its placeholder, without which its views moved when the videos arrived; the newest videos of a very
 * large library.
 *
 * On a film's page: requesting the film before the page is rendered; continuing it when the network returns, when the
 * document has begun it, and in the document of its comments; playing under a switched session without writing; a
 * history in pages.
 *
 * On the registration: taking a voucher's code from its link.
 */
const budgets = [
  { name: 'landing', path: '/', script: 93, style: 11.2, files: 5 },
  { name: 'listing', path: '/content', script: 115.6, style: 12.5, files: 9 },
  { name: 'a free film', path: 'free', script: 154.6, style: 14.3, files: 11 },
  { name: 'a locked film', path: 'locked', script: 124.4, style: 12.5, files: 10 },
  { name: 'pricing', path: '/pricing', script: 91.4, style: 11.7, files: 8 },
  { name: 'registration', path: '/register', script: 108.2, style: 11.2, files: 8 },
  { name: 'questions', path: '/faq', script: 92.8, style: 11.2, files: 7 },
]
const widths = isThorough ? [390, 412, 768, 1440] : [412, 1440]

test.use({ sharedSite: true })

for (const { name, path, script, style, files } of budgets)
  test(`${name}: no more than its budget is fetched, and nothing moves at any width`, async ({
    browser,
    site,
  }) => {
    const address = site.url + (await pathOf(path, site.url))
    // at once: most of a visit is waiting
    const visits = await Promise.all(
      widths.map(async (width) => ({ width, visit: await firstVisit(browser, address, { width }) })),
    )
    for (const { width, visit } of visits) {
      const moved = `${width} px: ${visit.moved.join('; ')}`
      expect(visit.layoutShift, moved).toBeLessThan(0.01)
      expect(visit.scriptKilobytes, `${width} px: JavaScript`).toBeLessThan(script)
      expect(visit.styleKilobytes, `${width} px: CSS`).toBeLessThan(style)
      expect(visit.scripts, `${width} px: files of JavaScript`).toBeLessThanOrEqual(files)
    }
  })

for (const [what, withhold] of [
  [
    'once the document has been shown',
    // nothing that is due after a second and more
    () => {
      const usual = window.setTimeout
      Object.assign(window, { setTimeout: (run: () => void, ms = 0) => (ms < 1000 ? usual(run, ms) : 0) })
    },
  ],
  [
    'after a while in a tab that is never shown',
    () => Object.assign(window, { requestAnimationFrame: () => 0 }),
  ],
] as const)
  test(`a page takes the document's place ${what}`, async ({ page, site }) => {
    await page.addInitScript(withhold)
    await page.goto(`${site.url}/pricing`)
    await expect(page.locator('#root .document')).toHaveCount(0)
  })

test('the names of rarely visited pages are loaded on the first move of the pointer @long', async ({
  page,
  site,
}) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto(site.url)
  await expect(page.locator('#root .document')).toHaveCount(0)
  await page.waitForLoadState('networkidle')
  const names = () => asked.filter((url) => url.includes('/further-pages-'))
  expect(names()).toEqual([])
  await page.mouse.move(300, 300)
  await expect.poll(names).toHaveLength(1)
  await page.getByRole('link', { name: 'Imprint' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Imprint')
})

// waiting visitors see the document's picture, and the page's own does not count as larger
for (const { name, path, picture } of [
  { name: 'landing', path: '/', picture: 'main img' },
  { name: 'a free film', path: 'free', picture: '.player' },
])
  test(`${name}: its picture is in the document, in the size that the page shows @long`, async ({
    browser,
    site,
  }) => {
    const address = site.url + (await pathOf(path, site.url))
    for (const width of [412, 1440]) {
      const boxOf = async (javaScriptEnabled: boolean) => {
        const context = await browser.newContext({ javaScriptEnabled, viewport: { width, height: 915 } })
        const page = await context.newPage()
        await page.goto(address)
        if (javaScriptEnabled) await expect(page.locator('#root .document')).toHaveCount(0)
        const box = await page.locator(picture).first().boundingBox()
        await context.close()
        return box
      }
      const [plain, drawn] = await Promise.all([boxOf(false), boxOf(true)])
      for (const side of ['width', 'height'] as const) {
        const [inDocument = 0, inPage = 0] = [plain?.[side], drawn?.[side]]
        expect(inDocument, side).toBeGreaterThanOrEqual(inPage - 0.5)
        // without the page's border it is a little larger, so that the page's counts as no larger
        expect(inDocument, side).toBeLessThanOrEqual(inPage + 3)
      }
      expect(plain?.y, 'no lower than the page shows it').toBeLessThanOrEqual(drawn?.y ?? 0)
    }
  })

/** The first video of the kind. */
async function pathOf(kind: string, origin: string): Promise<string> {
  if (kind.startsWith('/')) return kind
  const { videos } = (await (await fetch(`${origin}/api/videos`)).json()) as {
    videos: { id: string; free: boolean }[]
  }
  const found = videos.find(({ free }) => free === (kind === 'free'))
  if (!found) throw new Error(`the demo has no ${kind} video`)
  return `/content/video/${found.id}`
}
