import { afterAll, beforeAll, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { readSetting, writeSetting } from '#server/platform/database/setting.store.ts'
import { StartProblem } from '#server/platform/runtime/start-problem.ts'
import { beginSetUp } from '#server/platform/site/set-up.store.ts'
import { auditOf, sellingSite, signedInAdmin, theAdmin } from '#support/admin.ts'
import { adminCode, createFreshSite, someAdmin } from '#support/admin-site.ts'
import { createTestDatabase } from '#support/database.ts'
import { registrationOf } from '#support/people.ts'
import { createTestApp, type TestApp } from '#support/test-app.ts'
import { findSetUp, sayFirstLink } from './find-set-up.ts'

const seller = { SELLER_ADDRESS: 'Some Street 1', SELLER_TAX_NUMBER: '12/345/67890' }

let site: TestApp
beforeAll(async () => {
  const database = await createTestDatabase()
  await beginSetUp(database.db)
  site = await createTestApp({ settings: { ...sellingSite, ...seller }, services: { database } })
})
afterAll(() => site.close())

const asBrowser = { accept: 'text/html' }
const get = (url: string, headers: Record<string, string> = {}) =>
  site.app.inject({ url, headers: { host: 'localhost:3000', ...headers } })

test.each(['/', '/pricing', '/imprint', '/admin', '/admin/setup', '/no-such-page', '/register'])(
  'visitors of %s read that the site opens soon',
  async (url) => {
    const reply = await get(url, { ...asBrowser, 'accept-language': 'de' })
    expect([reply.statusCode, reply.headers['retry-after']]).toEqual([503, '3600'])
    expect(reply.body).toContain('Wir öffnen bald.')
    expect(reply.body).toContain('name="robots" content="noindex"')
    expect(reply.body).not.toContain('<script')
  },
)

test.each([
  '/sitemap.xml',
  '/robots.txt',
  '/feed.xml',
  '/api/videos',
  '/api/openapi.json',
  '/media/x/film.mp4',
])('%s is refused', async (url) => {
  const reply = await get(url)
  expect([reply.statusCode, reply.json().code]).toEqual([503, 'unavailable'])
})

test('health answers, nobody registers, and the pages that make and sign in the admin are there', async () => {
  expect((await get('/api/health/live')).statusCode).toBe(200)
  const { status } = await site.client().call(calls.register, { body: registrationOf('first@example.org') })
  expect(status).toBe(503)
  for (const url of ['/admin/create?code=x', '/login'])
    expect((await get(url, asBrowser)).statusCode).toBe(200)
})

test('the holder of the link becomes the admin, sees the site, and opens it; visitors see it then', async () => {
  const browser = site.client()
  const made = await browser.call(calls.createAdmin, {
    body: { ...someAdmin, code: await adminCode(site) },
  })
  expect(made.status).toBe(200)
  // not without a second factor
  expect((await browser.call(calls.setUpAtDesk)).problem?.code).toBe('second-factor-needed')
  await site.startOver()
  await writeSetting(site.db, 'set-up', 'running')
  const admin = await signedInAdmin(site)
  expect((await admin.call(calls.videos)).status).toBe(200)
  const { running, steps } = (await admin.call(calls.setUpAtDesk)).body
  expect([running, steps.filter(({ state }) => state === 'done').map(({ name }) => name)]).toEqual([
    true,
    ['seller', 'mail'],
  ])
  const body = { password: theAdmin.password }
  const texts = async () =>
    (await admin.call(calls.setUpAtDesk)).body.steps.find(({ name }) => name === 'texts')?.state
  expect((await admin.call(calls.openSite, { body })).problem?.code).toBe('set-up-unfinished')
  expect((await admin.call(calls.checkTexts, { body })).status).toBe(200)
  expect(await texts()).toBe('done')
  await writeSetting(site.db, 'checked-texts', 'of other texts')
  expect(await texts()).toBe('wrong')
  await admin.call(calls.checkTexts, { body })
  expect((await admin.call(calls.openSite, { body })).status).toBe(200)
  expect((await get('/', asBrowser)).statusCode).toBe(200)
  expect((await admin.call(calls.openSite, { body })).problem?.code).toBe('site-is-open')
  expect((await auditOf(site)).map(({ action }) => action)).toEqual([
    'texts-checked',
    'texts-checked',
    'site-opened',
  ])
})

test('the site is not opened while a needed step is not done', async () => {
  const other = await createFreshSite()
  try {
    const admin = await signedInAdmin(other)
    await writeSetting(other.db, 'set-up', 'running')
    const reply = await admin.call(calls.openSite, { body: { password: theAdmin.password } })
    expect(reply.problem?.code).toBe('set-up-unfinished')
  } finally {
    await other.close()
  }
})

test('a start without a mail server begins the set-up of a database without accounts only', async () => {
  const other = await createFreshSite()
  const { database } = other.services
  const withMail = { demo: false, smtpUrl: 'smtp://127.0.0.1:1', mailFrom: 'videos@example.org' }
  const withoutMail = { ...withMail, smtpUrl: undefined }
  const state = () => readSetting(database.db, 'set-up')
  try {
    expect([await findSetUp(withMail, database), await state()]).toEqual([false, undefined])
    expect(await findSetUp({ ...withoutMail, demo: true }, database)).toBe(false)
    expect([await findSetUp(withoutMail, database), await state()]).toEqual([true, 'running'])
    // a mail server given later opens nothing
    expect(await findSetUp(withMail, database)).toBe(true)
    const said: string[] = []
    await sayFirstLink(other.services, (sentence) => said.push(sentence))
    expect(said).toEqual([
      expect.stringMatching(/15 minutes.*\nhttp:\/\/localhost:3000\/admin\/create\?code=/s),
    ])
    await other.startOver()
    await signedInAdmin(other)
    await sayFirstLink(other.services, (sentence) => said.push(sentence))
    expect(said).toHaveLength(1)
    await expect(findSetUp(withoutMail, database)).rejects.toThrow(StartProblem)
    expect(await state()).toBeUndefined()
    expect(await findSetUp(withMail, database)).toBe(false)
  } finally {
    await other.close()
  }
})
