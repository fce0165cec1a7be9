import { firstVisit } from '../bench/first-visit.ts'
import { expect, test } from './site.ts'

/**
 * What somebody fetches who has never been here, until three seconds after a page has loaded: in kilobytes compressed
 * with gzip, in English. Whoever adds to a page pays for it here. The goals are in docs/performance.md.
 * The menu of a narrow header takes 0.6 KB of script and 0.1 KB of style on every page, and a history that comes in pages
 * 0.2 KB: without the one a visitor on a phone finds neither prices nor questions, without the other a long one is one reply.
 * 1.2 KB of the listing's script and 0.1 KB of its style draw it while it loads, as large as it will be: without them each of its
 * views jumped when its videos came. 0.2 KB of style on every page shows ticks, amounts and sliders in colours that a reader has
 * chosen for all sites, where nothing was seen of them.
 */
const budgets = [
  { name: 'landing', path: '/', script: 92.6, style: 12.5, files: 6 },
  { name: 'listing', path: '/content', script: 115.8, style: 13.8, files: 9 },
  { name: 'a free film', path: 'free', script: 150, style: 17.7, files: 10 },
  { name: 'a locked film', path: 'locked', script: 121.5, style: 16.5, files: 9 },
  { name: 'pricing', path: '/pricing', script: 92.8, style: 12.5, files: 8 },
  { name: 'registration', path: '/register', script: 111.5, style: 12.5, files: 7 },
  { name: 'questions', path: '/faq', script: 94.3, style: 12.5, files: 7 },
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
