import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import type { CallRequest } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { deskDocuments } from '#server/platform/site/desk-documents.ts'
import { followDeskSettings } from '#server/platform/site/desk-settings.ts'
import { openSiteFiles } from '#server/platform/site-files/site-files.ts'
import { auditOf, expiredOwner, sellingSite, signedInAdmin, testAdmin, theAdmin } from '#support/admin.ts'
import { forgetSubscription, storeSubscription } from '#support/stored/subscriptions.ts'
import { createTestApp, testApp } from '#support/test-app.ts'

const site = testApp({ settings: sellingSite })
const admin = testAdmin(site)
const { password } = theAdmin

const good = `# ours
onSale: spring
spring:
  basePrice: 12.5
  users: { 1: 100, 10: 80 }
  intervals: { 1 month: 100, 1 year: 75 }
`
const set = {
  name: 'summer',
  basePrice: '9,50',
  users: [
    { from: '1', percent: '100' },
    { from: '5', percent: '90' },
  ],
  intervals: [{ interval: '1 month', percent: '100' }],
  tiers: 'volume' as const,
  from: '',
}
const file = () => join(site.services.config.siteFolder, 'prices.yaml')
const writeFile = async (text: string) => {
  mkdirSync(site.services.config.siteFolder, { recursive: true })
  writeFileSync(file(), text)
  await site.services.siteFiles.refresh()
}
beforeEach(async () => {
  rmSync(file(), { force: true })
  await site.services.siteFiles.refresh()
  const { version, fileDigest } = await shown()
  await admin.call(calls.savePrices, { body: { text: null, version, fileDigest, password } })
})

const shown = async () => (await admin.call(calls.pricesAtDesk)).body
const sold = async (of = site) => (await of.client().call(calls.config)).body.pricing.plan
const draft = async (body: CallRequest<typeof calls.draftPrices>['body']) =>
  (await admin.call(calls.draftPrices, { body })).body
async function save(text: string | null, base?: { version: number; fileDigest: string | null }) {
  const { version, fileDigest } = base ?? (await shown())
  return admin.call(calls.savePrices, { body: { text, version, fileDigest, password } })
}

test('prices that are saved are on sale at once, also at another process', async () => {
  const { services } = site
  const { siteFolder } = services.config
  const other = await openSiteFiles({ folder: siteFolder, log: services.log })
  onTestFinished(() => other.close())
  await other.followDesk(deskDocuments(services.database))
  expect(await sold()).toBe('plan-2')
  expect((await save(good)).status).toBe(200)
  expect(await sold()).toBe('spring')
  await other.refresh()
  expect(other.current.prices.onSale).toBe('spring')
  // documents are made anew for another object alone
  expect(other.current).toBe(other.current)
  const { source, version, text, shown: prices } = await shown()
  expect([source, text, prices.now]).toEqual(['desk', good, 'spring'])
  expect((await auditOf(site)).at(-1)).toMatchObject({
    action: 'prices-saved',
    target: 'prices.yaml',
    after: `{"version":${version},"onSale":"spring"}`,
  })
})

test('a planned change begins at its hour where the seller is, and can be withdrawn', async () => {
  await save(good)
  // 11:00 in Berlin
  const planned = await draft({ text: good, add: { ...set, from: '2026-11-21 12:00' } })
  expect(planned.shown?.now).toBe('spring')
  expect(planned.shown?.sets.find(({ name }) => name === 'summer')).toMatchObject({
    state: 'planned',
    from: '2026-11-21 12:00',
    plan: {
      basePriceCents: 950,
      userTiers: [
        { fromUsers: 1, percent: 100 },
        { fromUsers: 5, percent: 90 },
      ],
    },
  })
  expect(planned.text).toContain('# ours')
  expect((await save(planned.text)).status).toBe(200)
  expect(await sold()).toBe('spring')
  const withdrawn = await draft({ text: planned.text, withdraw: 'summer' })
  expect(withdrawn.shown?.sets.map(({ name }) => name)).not.toContain('summer')
  expect([withdrawn.shown?.now, withdrawn.shown?.last]).toEqual(['spring', 'spring'])
  site.clock.advanceBusiness({ hours: 1 })
  expect(await sold()).toBe('summer')
  // it is no plan any more
  expect((await draft({ text: planned.text, withdraw: 'summer' })).mistakes).toMatchObject([
    { path: ['summer'], sentence: 'summer is not planned' },
  ])
})

test('what follows a withdrawn change follows what was before it', async () => {
  const first = await draft({ text: good, add: { ...set, from: '2027-01-01' } })
  const second = await draft({ text: first.text, add: { ...set, name: 'autumn', from: '2027-02-01 08:00' } })
  expect(second.shown?.sets.filter(({ state }) => state === 'planned').map(({ name }) => name)).toEqual([
    'summer',
    'autumn',
  ])
  const { shown: left, text } = await draft({ text: second.text, withdraw: 'summer' })
  expect([left?.now, left?.last]).toEqual(['spring', 'autumn'])
  expect(text).toContain('before: spring')
})

test.each<[string, Partial<typeof set>, string[], RegExp]>([
  ['a price that is none', { basePrice: 'ten' }, ['summer', 'basePrice'], /number/],
  ['a price of half a cent', { basePrice: '1.005' }, ['summer', 'basePrice'], /at most two decimals/],
  ['users twice', { users: [...set.users, { from: '5', percent: '80' }] }, [], /must be unique/],
  [
    'no price of one user',
    { users: [{ from: '2', percent: '100' }] },
    ['summer', 'users'],
    /has to begin with 1 user/,
  ],
  [
    'an interval that is none',
    { intervals: [{ interval: 'x months', percent: '100' }] },
    ['summer', 'intervals', 'x months'],
    /has to be an interval/,
  ],
  ['a day that is none', { from: '2027-02-30' }, ['summer', 'from'], /has to be a day/],
  ['a name that is taken', { name: 'spring' }, ['spring'], /choose another name/],
  ['a name of every object', { name: '__proto__' }, ['onSale'], /there is no set __proto__/],
  ['a name of the product', { name: 'launch' }, ['launch'], /is a set of the product/],
  ['a name that is none', { name: 'Summer!' }, ['Summer!'], /small letters/],
])('a form with %s is refused at its field', async (_, change, path, sentence) => {
  const { shown: prices, mistakes, text } = await draft({ text: good, add: { ...set, ...change } })
  expect([prices, text]).toEqual([null, good])
  expect(mistakes).toContainEqual({
    line: expect.any(Number),
    path,
    sentence: expect.stringMatching(sentence),
  })
})

test('a bad text is refused at its lines, and nothing changes', async () => {
  await save(good)
  const bad = good.replace('12.5', '0').replace('1 year: 75', '1 year: 101')
  const { problem, status } = await save(bad)
  expect(status).toBe(422)
  expect(problem?.errors?.text?.split('\n')).toEqual([
    expect.stringMatching(/^prices\.yaml:4: spring\.basePrice: /),
    expect.stringMatching(/^prices\.yaml:6: spring\.intervals\.1 year: Too big/),
    'prices.yaml:6: spring.intervals.1 year: must not cost more a month than what is shorter',
  ])
  expect((await shown()).text).toBe(good)
})

test('a former version is restored as a new one', async () => {
  await save(good)
  await save(good.replace('12.5', '8'))
  const [newest, former] = (await shown()).versions
  expect([newest?.text, former?.text]).toEqual([good.replace('12.5', '8'), good])
  await save(former?.text ?? '')
  expect((await shown()).versions[0]).toMatchObject({ version: (newest?.version ?? 0) + 1, text: good })
})

const filed = good.replaceAll('spring', 'filed')

test.each<[string, { file?: string; desk?: string; fileThen?: string | null }, string, string, boolean]>([
  ['neither', {}, 'plan-2', 'product', false],
  ['a file', { file: filed }, 'filed', 'file', false],
  ['the desk', { desk: good }, 'spring', 'desk', false],
  ['the desk, after the file', { file: filed, desk: good }, 'spring', 'desk', false],
  ['the desk, and a file added since', { desk: good, fileThen: filed }, 'spring', 'desk', true],
  [
    'the desk, and the file changed since',
    { file: filed, desk: good, fileThen: `${filed}# more\n` },
    'spring',
    'desk',
    true,
  ],
  [
    'the desk, and the file removed since',
    { file: filed, desk: good, fileThen: null },
    'spring',
    'desk',
    false,
  ],
])('where %s speaks', async (_, { file: first, desk, fileThen }, plan, source, fileChanged) => {
  if (first !== undefined) await writeFile(first)
  if (desk !== undefined) expect((await save(desk)).status).toBe(200)
  if (fileThen === null) {
    rmSync(file())
    await site.services.siteFiles.refresh()
  } else if (fileThen !== undefined) await writeFile(fileThen)
  expect(await sold()).toBe(plan)
  expect(await shown()).toMatchObject({ source, fileChanged })
  expect(site.services.siteFiles.mistakes).toHaveLength(fileChanged ? 1 : 0)
})

test('after a conflict either of the two is chosen', async () => {
  await save(good)
  await writeFile(filed)
  const before = await shown()
  expect(before.fileChanged).toBe(true)
  await save(before.text)
  expect([await sold(), (await shown()).fileChanged]).toEqual(['spring', false])
  await save(null)
  expect([await sold(), (await shown()).source, (await shown()).text]).toEqual(['filed', 'file', filed])
})

test('what somebody else or the file has changed meanwhile is not overwritten', async () => {
  const begun = await shown()
  await save(good)
  expect((await save('', begun)).problem?.code).toBe('version-conflict')
  const second = await shown()
  await writeFile(filed)
  expect((await save('', second)).problem?.code).toBe('version-conflict')
  expect(await sold()).toBe('spring')
  const base = await shown()
  const replies = await Promise.all([save('onSale: launch\n', base), save('onSale: pandemic2020\n', base)])
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
})

test('PRICE_SET wins, and the desk says so and changes nothing', async () => {
  const other = await createTestApp({ settings: { ...sellingSite, PRICE_SET: 'pandemic2020' } })
  onTestFinished(() => other.close())
  const operator = await signedInAdmin(other)
  const reply = await operator.call(calls.savePrices, {
    body: { text: good, version: 0, fileDigest: null, password },
  })
  expect(reply.problem?.code).toBe('set-by-environment')
  expect((await operator.call(calls.pricesAtDesk)).body).toMatchObject({
    byEnvironment: 'pandemic2020',
    shown: { now: 'pandemic2020', last: 'pandemic2020' },
  })
  expect([await sold(other), await auditOf(other)]).toEqual(['plan-1', []])
})

test('the days of trial, grace and refund count at once, on pages as well; a promised grace period is not shortened', async () => {
  const followed = await followDeskSettings(site.services.config, site.services)
  onTestFinished(() => followed.close())
  const usual = { trialDays: 14, graceDays: 10, refundDays: 7 }
  const typed = { trialDays: '14', graceDays: '10', refundDays: '7' }
  const saveTerms = (change: object, shownTerms = usual) =>
    admin.call(calls.saveTerms, { body: { terms: { ...typed, ...change }, shown: shownTerms, password } })
  expect((await saveTerms({ refundDays: '6', graceDays: 'x' })).problem?.errors).toEqual({
    refundDays: 'Please enter a whole number from 7 to 90.',
    graceDays: 'Please enter a whole number from 0 to 60.',
  })
  expect((await saveTerms({ trialDays: '7', refundDays: '30' })).status).toBe(200)
  const longer = { ...usual, trialDays: 7, refundDays: 30 }
  expect(await shown()).toMatchObject({ terms: longer, fixedTerms: [] })
  expect((await site.client().call(calls.config)).body).toMatchObject({ trialDays: 7, refundDays: 30 })
  const { text } = await site.client().call(calls.siteText, { params: { page: 'terms-and-conditions' } })
  expect(text).toContain('within 30 days')
  expect((await auditOf(site)).at(-1)).toMatchObject({
    action: 'terms-saved',
    before: JSON.stringify(usual),
    after: JSON.stringify(longer),
  })
  // a second tab that was opened before
  expect((await saveTerms({ trialDays: '9' })).problem?.code).toBe('version-conflict')

  const until = new Date(site.clock.now().getTime() - 86_400_000)
  await storeSubscription(site.db, expiredOwner.accountId, { status: 'active', until })
  expect((await saveTerms({ graceDays: '3' }, longer)).problem?.code).toBe('grace-promised')
  expect((await saveTerms({ graceDays: '12' }, longer)).status).toBe(200)
  await forgetSubscription(site.db, expiredOwner.accountId)
  expect((await saveTerms({ graceDays: '' }, { ...usual, graceDays: 12 })).status).toBe(200)
  expect((await shown()).terms).toEqual(usual)
})

test('where the environment decides, and in the demo, the days are shown and cannot be saved', async () => {
  const days = { TRIAL_DAYS: '0', GRACE_DAYS: '5', REFUND_DAYS: '14' }
  for (const settings of [{ ...sellingSite, ...days }, {}]) {
    const other = await createTestApp({ settings })
    onTestFinished(() => other.close())
    const operator = await signedInAdmin(other)
    const { terms, fixedTerms } = (await operator.call(calls.pricesAtDesk)).body
    expect(fixedTerms).toEqual(['trialDays', 'graceDays', 'refundDays'])
    const typed = { trialDays: '1', graceDays: '1', refundDays: '30' }
    const reply = await operator.call(calls.saveTerms, { body: { terms: typed, shown: terms, password } })
    expect(reply.problem?.code).toBe('set-by-environment')
  }
})
