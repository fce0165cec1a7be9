import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { importCatalogue } from '#server/library/write/import-catalogue.ts'
import { catalogueFolder, goodCatalogue } from '#support/catalogue-folder.ts'
import { createTestApp, type TestApp } from '#support/test-app.ts'

const own = 'https://talk.example.org'
const providers = [
  ['disqus', { COMMENTS_SITE: 'lectern-demo' }, 'https://lectern-demo.disqus.com', 'https://disqus.com'],
  ['giscus', { COMMENTS_SITE: 'a/b,R_1,Videos,DIC_1' }, 'https://giscus.app', 'https://giscus.app'],
  ['isso', { COMMENTS_URL: `${own}/isso` }, own, undefined],
  ['remark42', { COMMENTS_URL: own, COMMENTS_SITE: 'lectern' }, own, own],
] as const

describe.each(providers)('a site with comments from %s', (provider, settings, script, frame) => {
  let site: TestApp
  beforeAll(async () => {
    site = await createTestApp({ settings: { COMMENTS_PROVIDER: provider, ...settings } })
    await importCatalogue(site.services, catalogueFolder(goodCatalogue))
    await site.services.library.refresh()
  })
  afterAll(() => site.close())

  const openerPolicyOf = async (path: string) => {
    const { headers } = await site.client().fetch('GET', path, { headers: { accept: 'text/html' } })
    return headers['cross-origin-opener-policy']
  }
  const policyOf = async (path: string) => {
    const { headers } = await site.client().fetch('GET', path, { headers: { accept: 'text/html' } })
    const directives = String(headers['content-security-policy']).split('; ')
    return new Map(directives.map((one) => [one.split(' ')[0], one.split(' ').slice(1)]))
  }

  test('admits it on the page of a video', async () => {
    const policy = await policyOf('/content/video/use-state')
    expect(policy.get('script-src')).toContain(script)
    expect(policy.get('frame-src')?.includes(frame ?? '') ?? false).toBe(frame !== undefined)
    expect(policy.has('require-trusted-types-for')).toBe(false)
    expect([...policy.values()].flat().filter((source) => /^(?:https?:|\*)$|unsafe/.test(source))).toEqual([])
  })

  test.each([
    '/',
    '/content',
    '/content/video/no-such-video',
    '/login',
    '/register',
    '/account/profile',
    '/subscription/card',
    '/subscription/new/4',
    '/admin',
    '/admin/account/list',
  ])('and nowhere else: %s', async (path) => {
    const policy = await policyOf(path)
    expect([...policy.values()].flat().join(' ')).not.toContain(new URL(script).host)
    expect(policy.get('require-trusted-types-for')).toEqual(["'script'"])
  })

  test('keeps the windows that its script may open apart from all other pages', async () => {
    expect(await openerPolicyOf('/content/video/use-state')).toBe('noopener-allow-popups')
    expect(await openerPolicyOf('/login')).toBe('same-origin')
  })

  test('sends browsers the settings that they need', async () => {
    const { text } = await site.client().fetch('GET', '/api/config')
    expect(JSON.parse(text).comments).toEqual({
      provider,
      ...('COMMENTS_SITE' in settings && { site: settings.COMMENTS_SITE }),
      ...('COMMENTS_URL' in settings && { url: `${settings.COMMENTS_URL}/` }),
    })
  })
})
