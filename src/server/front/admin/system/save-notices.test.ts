import { beforeAll, beforeEach, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import type { Announcement, Maintenance } from '#domain/notices.ts'
import { deleteSetting } from '#server/platform/database/setting.store.ts'
import { auditOf, browserOf, sellingSite, signedInAdmin, theAdmin } from '#support/admin.ts'
import { testApp } from '#support/test-app.ts'
import type { TestClient } from '#support/test-client.ts'

let admin: TestClient
const site = testApp({ settings: sellingSite })
beforeAll(() => signedInAdmin(site))
beforeEach(async () => {
  // the session before ended with the hours of a test
  admin = await browserOf(site, theAdmin.userId)
  for (const name of ['announcement', 'maintenance'] as const) await deleteSetting(site.db, name)
  nextSecond()
})

const sale: Announcement = {
  text: { en: 'New: "Hooks" <in practice>', de: 'Neu: „Hooks“' },
  link: '/content?tag=hooks&sort=new',
  audience: 'visitors',
  from: '',
  until: '',
}
const announce = (change: Partial<Announcement> | null, password = theAdmin.password) =>
  admin.call(calls.saveAnnouncement, { body: { announcement: change && { ...sale, ...change }, password } })
const plan = (maintenance: Maintenance | null) =>
  admin.call(calls.saveMaintenance, { body: { maintenance, password: theAdmin.password } })

/** Documents are as of a second ago at most. */
const nextSecond = () => site.clock.advanceReal({ seconds: 1 })
async function page(address = '/faq') {
  nextSecond()
  const { statusCode, headers, body } = await site.app.inject({
    url: address,
    headers: { accept: 'text/html', host: 'localhost:3000' },
  })
  expect(statusCode).toBe(200)
  return { policy: String(headers['content-security-policy']), body }
}
/** The business time as the form has it, some hours from now. */
const inHours = (hours: number) =>
  new Date(site.clock.now().getTime() + hours * 3_600_000)
    .toLocaleString('sv-SE', { timeZone: site.services.config.seller.zone })
    .slice(0, 16)
    .replace(' ', 'T')

test('an announcement is in the documents that were cached before, and without one they are to the byte as before', async () => {
  const before = [await page(), await page('/?lang=de')]
  expect(before[0]?.body).not.toContain('notice')
  expect((await announce({})).status).toBe(200)
  const [{ body, policy }, german] = [await page(), await page('/?lang=de')]
  expect(body).toContain('New: &quot;Hooks&quot; &lt;in practice&gt;')
  expect(body).toContain('href="/content?tag=hooks&amp;sort=new"')
  expect(body).toContain('data-for="visitors"')
  expect(body.indexOf('<aside class="notice"')).toBeLessThan(body.indexOf('<div id="root">'))
  expect(german.body).toContain('Neu: „Hooks“')
  // its style and script are allowed by hash, and text still never becomes HTML
  expect(policy.match(/script-src [^;]*'sha256-/g)).toHaveLength(1)
  expect(policy.match(/style-src [^;]*'sha256-/g)).toHaveLength(1)
  expect(policy).toContain('require-trusted-types-for')
  expect((await announce(null)).status).toBe(200)
  expect([await page(), await page('/?lang=de')]).toEqual(before)
})

test('it begins and ends at its times', async () => {
  await announce({ from: inHours(2), until: inHours(4) })
  const state = async () => {
    const browser = await browserOf(site, theAdmin.userId)
    return (await browser.call(calls.noticesAtDesk)).body.announcementState
  }
  expect([await state(), (await page()).body.includes('notice')]).toEqual(['coming', false])
  site.clock.advance({ hours: 3 })
  expect([await state(), (await page()).body.includes('notice')]).toEqual(['now', true])
  site.clock.advance({ hours: 2 })
  expect([await state(), (await page()).body.includes('notice')]).toEqual(['over', false])
})

test('maintenance is announced before it and said during it, with other words, and not after it', async () => {
  await plan({ from: inHours(2), until: inHours(4) })
  const before = (await page()).body
  expect(before).toContain('Maintenance is planned')
  site.clock.advance({ hours: 3 })
  const during = (await page()).body
  expect(during).toContain('Maintenance is under way')
  const idOf = (body: string) => /data-id="([^"]+)"/.exec(body)?.[1]
  // who has closed the one is shown the other
  expect(idOf(before)).not.toBe(idOf(during))
  site.clock.advance({ hours: 2 })
  expect((await page()).body).not.toContain('notice')
})

test.each<[string, Partial<Announcement>]>([
  ['en', { text: { en: ' ', de: 'Neu' } }],
  ['de', { text: { en: 'New', de: '' } }],
  ['link', { link: 'javascript:alert(1)' }],
  ['link', { link: '//elsewhere.example' }],
  ['from', { from: 'tomorrow' }],
  ['until', { from: '2026-12-02T10:00', until: '2026-12-02T10:00' }],
  ['until', { until: '2020-01-01T10:00' }],
])('a fault of the field %s is said, and nothing is shown', async (field, change) => {
  const { status, problem } = await announce(change)
  expect([status, Object.keys(problem?.errors ?? {})]).toEqual([422, [field]])
  expect((await page()).body).not.toContain('notice')
})

test('maintenance needs both of its times', async () => {
  expect(Object.keys((await plan({ from: '', until: '' })).problem?.errors ?? {})).toEqual(['from', 'until'])
})

test('each change is in the audit log; a wrong password changes nothing', async () => {
  const before = (await auditOf(site)).length
  await announce({})
  await plan({ from: inHours(1), until: inHours(2) })
  await announce(null)
  expect((await announce({}, 'wrong')).status).toBe(403)
  const entries = (await auditOf(site)).slice(before)
  expect(entries.map(({ action, target, after }) => [action, target, after === null])).toEqual([
    ['announcement-saved', 'announcement', false],
    ['maintenance-saved', 'maintenance', false],
    ['announcement-saved', 'announcement', true],
  ])
  expect((await page()).body).not.toContain('data-kind="announcement"')
})
