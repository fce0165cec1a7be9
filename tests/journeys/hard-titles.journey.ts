import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import type { Database } from '#server/platform/database/database.ts'
import { storeViewing } from '#support/stored/watching.ts'
import { brightwater } from './every-page.ts'
import { contextAs, openScreen, type Screen } from './screens.ts'
import { expect, type Site, startSite, siteTest as test } from './site.ts'
import { whatDoesNotFitAnySize } from './what-does-not-fit.ts'

/** Long words, other scripts, right to left, HTML, almost empty: names of films, topics and users. */
const titles = readFileSync(new URL('../fixtures/hard-titles.txt', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')

let running: { site: Site; stop(): Promise<void> }
test.beforeAll(async () => {
  running = await startSite({}, renameEverything)
})
test.afterAll(() => running?.stop())

for (const role of [undefined, 'viewer', 'owner', 'admin'] as const)
  test(`hard titles and names fit and stay apart from the text around them for ${role ?? 'a visitor'} @long`, async ({
    browser,
  }) => {
    const { site } = running
    const context = await contextAs(browser, site, role)
    // the site's own pages let no script parse HTML
    const plain = await context.newPage()
    const page = await context.newPage()
    const failures: string[] = []
    for (const screen of await screensFor(site, role)) {
      await openScreen(page, site.url, screen)
      // viewed films are listed below the film
      if (role === 'viewer' && screen.path.includes('/video/'))
        await expect(page.getByRole('region', { name: 'History' }).getByRole('link').first()).toBeVisible()
      const served = await (await context.request.get(site.url + screen.path)).text()
      const found = [
        ...(await whatDoesNotFitAnySize(page)),
        ...(await notIsolated(page)),
        ...(await notIsolated(plain, served)).map((one) => `served: ${one}`),
      ]
      failures.push(...found.map((one) => `${screen.name}: ${one}`))
    }
    await context.close()
    expect(failures).toEqual([])
  })

async function screensFor(site: Site, role: Screen['as']): Promise<readonly Screen[]> {
  const { videos } = (await (await fetch(`${site.url}/api/videos`)).json()) as {
    videos: { id: string; free: boolean; tags: string[] }[]
  }
  const film = (free: boolean) => `/content/video/${videos.find((video) => video.free === free)?.id}`
  const series = '/content/series/javascript-from-the-inside'
  const ofRole: Record<NonNullable<Screen['as']> | 'visitor', string[]> = {
    visitor: [
      '/',
      '/content',
      '/content?sort=category',
      `/content?${new URLSearchParams({ tag: videos[0]?.tags[0] ?? '' })}`,
      '/content?q=async',
      '/content/category/javascript',
      series,
      film(true),
      film(false),
      '/faq',
    ],
    viewer: ['/content', film(false), series],
    owner: ['/account/users', '/account/profile', '/shop'],
    admin: ['/admin/account/list', `/admin/account/view/${brightwater}`, '/admin/coupon/associates'],
    expired: [],
  }
  return ofRole[role ?? 'visitor'].map((path) => ({ name: path, path }))
}

/** Gives every name one of the titles in turn, tags two; and every user a history of seven films. */
async function renameEverything({ db }: Database): Promise<void> {
  let turn = 0
  const next = () => titles[turn++ % titles.length] as string
  for (const { id } of await db.selectFrom('video').select('id').orderBy('id').execute())
    await db
      .updateTable('video')
      .set({ title: next(), tags: [next(), titles[turn % 7] as string] })
      .where('id', '=', id)
      .execute()
  for (const { id } of await db.selectFrom('category').select('id').orderBy('id').execute())
    await db.updateTable('category').set({ name: next() }).where('id', '=', id).execute()
  for (const { url_key } of await db.selectFrom('series').select('url_key').orderBy('url_key').execute())
    await db.updateTable('series').set({ title: next() }).where('url_key', '=', url_key).execute()
  const at = new Date()
  const watched = await db.selectFrom('video').select('id').orderBy('id').limit(7).execute()
  for (const { id } of await db.selectFrom('account_user').select('id').orderBy('id').execute()) {
    await db.updateTable('account_user').set({ name: next() }).where('id', '=', id).execute()
    for (const video of watched) await storeViewing(db, { userId: id, videoId: video.id, at })
  }
}

/** Texts in which a title could change the direction of adjacent text (UAX 9); of the page, or of a document. */
function notIsolated(page: Page, html?: string): Promise<string[]> {
  return page.evaluate(
    ([named, source]) => {
      const root = source === undefined ? document : new DOMParser().parseFromString(source, 'text/html')
      const walker = root.createTreeWalker(root.body, NodeFilter.SHOW_TEXT)
      const found: string[] = []
      while (walker.nextNode()) {
        const { textContent, parentElement } = walker.currentNode
        if (!named.some((title) => textContent?.includes(title))) continue
        if (!parentElement?.closest('bdi, textarea, option, script, template, noscript'))
          found.push(`not in <bdi>: ${parentElement?.outerHTML.slice(0, 160)}`)
      }
      return found
    },
    [titles.map((title) => title.trim()).filter((title) => title.length > 8), html] as const,
  )
}
