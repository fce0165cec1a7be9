import { firstVisit } from '../bench/first-visit.ts'
import { expect, test } from './site.ts'

/**
 * What somebody fetches who has never been here, until three seconds after a page has loaded: in kilobytes compressed
 * with gzip, in English. Whoever adds to a page pays for it here. The goals are in docs/performance.md; some budgets are up to 4 KB above
 * them: a page keeps what was typed when its person is logged out, the header has a cart and the links of members, and names are
 * kept apart from the text around them.
 * The menu of a narrow header takes 0.6 KB of script and 0.1 KB of style on every page, and a history that comes in pages
 * 0.2 KB: without the one a visitor on a phone finds neither prices nor questions, without the other a long one is one reply.
 * 1.2 KB of the listing's script and 0.1 KB of its style draw it while it loads, as large as it will be: without them each of its
 * views jumped when its videos came. 0.2 KB of style on every page shows ticks, amounts and sliders in colours that a reader has
 * chosen for all sites, where nothing was seen of them. Five small style sheets are a part of the one of all pages: 0.4 KB more for
 * most, and up to five requests less before the first paint. 0.3 KB of a film's script ask for it before its page is drawn, and 0.4 KB
 * go on with it when the network comes back; 0.5 KB go on with the film that a document has begun to load, seconds earlier.
 * 0.7 KB of the listing and 0.2 KB of a film's page show the newest of a very large library and ask for the code that reads it in
 * pieces; that code, another 1 KB, is loaded where a library is in pieces.
 * 1 KB of every page leaves a document that has loaded a foreign script, keeps secrets out of addresses, and says that a service is
 * closing; 0.8 KB of a film's page play under a switched session without writing. 0.4 KB of the
 * registration take the code of a voucher from its link, and out of the address;
 * 0.1 KB of a film's page go on with the film in the document that is loaded for its comments.
 * 0.4 KB of every page notice that its person was logged out in another tab.
 */
const budgets = [
  { name: 'landing', path: '/', script: 93, style: 11.2, files: 5 },
  { name: 'listing', path: '/content', script: 115.6, style: 12.5, files: 9 },
  { name: 'a free film', path: 'free', script: 155.8, style: 14.3, files: 11 },
  { name: 'a locked film', path: 'locked', script: 126.2, style: 12.5, files: 10 },
  { name: 'pricing', path: '/pricing', script: 91.4, style: 11.7, files: 8 },
  { name: 'registration', path: '/register', script: 108.2, style: 11.2, files: 8 },
  { name: 'questions', path: '/faq', script: 92.8, style: 11.2, files: 7 },
]
const widths = [390, 412, 768, 1440]

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

test('the names of rarely visited pages are loaded on the first move of the pointer', async ({
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

// whoever waits for scripts looks at it already, and the page's own counts as no larger
for (const { name, path, picture } of [
  { name: 'landing', path: '/', picture: 'main img' },
  { name: 'a free film', path: 'free', picture: '.player' },
])
  test(`${name}: its picture is in the document, in the size that the page shows`, async ({
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
