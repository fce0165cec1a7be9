import { beforeAll, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { seedDemo } from '#server/front/demo/seed-demo.ts'
import { languageOfUser } from '#server/platform/mail/mail-language.store.ts'
import { accountIn, signedInOwner } from '#support/owners.ts'
import { signIn } from '#support/people.ts'
import { addUser } from '#support/team-site.ts'
import { testApp } from '#support/test-app.ts'
import type { TestClient } from '#support/test-client.ts'

let owner: TestClient
const site = testApp({ settings: { RATE_LIMITS: '1000' } })
beforeAll(async () => {
  await seedDemo(site.services)
  owner = await signedInOwner(site, 'sections@example.org')
})

describe('the newsletter', () => {
  test.each([true, false])('is as requested: %j', async (newsletter) => {
    const answer = await owner.call(calls.changeNewsletter, { body: { newsletter } })
    expect([answer.status, answer.body.account.newsletter]).toEqual([200, newsletter])
    expect((await accountIn(owner)).newsletter).toBe(newsletter)
  })

  test.each(['1', 'yes', [true], 1, null])('takes no %j for yes', async (newsletter) => {
    expect((await owner.call(calls.changeNewsletter, { body: { newsletter } })).status).toBe(422)
    expect((await accountIn(owner)).newsletter).toBe(false)
  })
})

describe('the language of messages', () => {
  const choose = (browser: TestClient, language: string) =>
    browser.call(calls.changeLanguage, { body: { language } })
  const demoUser = '00000000-0000-4000-9000-00000000000'

  test("is each user's own; the owner's choice is the default for users invited later", async () => {
    const viewer = site.client()
    await signIn(viewer, 'viewer@lectern.example', 'demo-viewer-1')
    const ownerOfTeam = site.client()
    await signIn(ownerOfTeam, 'owner@lectern.example', 'demo-owner-1')
    const languages = () =>
      Promise.all([2, 3, 4].map((number) => languageOfUser(site.db, `${demoUser}${number}`)))
    const { id: accountId } = await accountIn(ownerOfTeam)
    const before = await addUser(site, accountId, 'before@lectern.example')
    expect((await choose(ownerOfTeam, 'de')).body.account.language).toBe('de')
    // users who never chose keep their former language
    expect(await languages()).toEqual(['de', 'en', 'en'])
    expect((await accountIn(viewer)).language).toBe('en')
    const after = await addUser(site, accountId, 'after@lectern.example')
    expect([await languageOfUser(site.db, before), await languageOfUser(site.db, after)]).toEqual([
      'en',
      'de',
    ])
    expect((await choose(viewer, 'de')).body.account.language).toBe('de')
    expect((await choose(ownerOfTeam, 'en')).body.account.language).toBe('en')
    expect(await languages()).toEqual(['en', 'de', 'en'])
    expect(await languageOfUser(site.db, after)).toBe('de')
  })

  test('is one that the product speaks', async () => {
    expect((await choose(owner, 'fr')).status).toBe(422)
  })
})

describe('the billing address', () => {
  const change = (address: string) => owner.call(calls.changeBillingAddress, { body: { address } })

  test('is stored as an invoice prints it', async () => {
    const answer = await change('  Ada Lovelace \r\n St. James Square 12\r\n\r\nLondon \n')
    expect(answer.status).toBe(200)
    expect(answer.body.account.billingAddress).toBe('Ada Lovelace\nSt. James Square 12\n\nLondon')
  })

  test.each([
    '李小龍\n北京市朝阳区 88号',
    'さくら 𠮷田\n東京都',
    '김민수\n서울특별시',
    'شركة النور\nدبي 12',
    'שלום כהן\nתל אביב',
    'Zoë 🙂👨‍👩‍👧 👍🏽 ❤️ 🇩🇪\nRing 3',
    'สมชาย ใจดี\nกรุงเทพ',
    'राज कुमार\nदिल्ली',
    'გიორგი\nთბილისი',
    'Արամ\nԵրևան',
  ])('%j is one that invoices print', async (address) => {
    expect((await change(address)).status).toBe(200)
  })

  test('characters that no font of the invoices has are refused, and listed', async () => {
    const before = await accountIn(owner)
    const answer = await change('Ada 𐎠𐎡\nRing 3')
    expect([answer.status, answer.problem?.errors]).toEqual([
      422,
      {
        address: 'Our invoices cannot show these characters: 𐎠 𐎡 Please write them another way.',
      },
    ])
    expect(await accountIn(owner)).toEqual(before)
    const name = await owner.call(calls.changeName, { body: { name: 'Ada 𐎠' } })
    expect([name.status, Object.keys(name.problem?.errors ?? {})]).toEqual([422, ['name']])
  })

  test.each(['', ' ', '\n\r\n\t'])('%j is none, and the one that was there stays', async (address) => {
    const before = await accountIn(owner)
    const answer = await change(address)
    expect([answer.status, answer.problem?.errors]).toEqual([
      422,
      { address: 'Please enter your billing address.' },
    ])
    expect(await accountIn(owner)).toEqual(before)
  })
})

describe('billing country and VAT id', () => {
  const change = (country: string, vatId: string) =>
    owner.call(calls.changeVatId, { body: { country, vatId } })

  test('go together, the id in its normal form', async () => {
    const answer = await change('AT', ' atu 13585627 ')
    expect(answer.body.account).toMatchObject({ country: 'AT', vatId: 'ATU13585627' })
    expect(await accountIn(owner)).toMatchObject({ country: 'AT', vatId: 'ATU13585627' })
  })

  test('depend on whether the account is a business, which stays unchanged if not sent', async () => {
    const say = (business: boolean) =>
      owner.call(calls.changeVatId, { body: { country: 'CH', vatId: '', business } })
    expect((await say(true)).body.account.business).toBe(true)
    expect((await change('US', '')).body.account.business).toBe(true)
    expect((await say(false)).body.account.business).toBe(false)
  })

  test('a blank id passes, and takes away the one that was there', async () => {
    await change('AT', 'ATU13585627')
    const { account } = (await change('DE', '  ')).body
    expect(account.country).toBe('DE')
    expect(account).not.toHaveProperty('vatId')
  })

  test.each([
    ['BE', 'BE 0123.456.749', 'BE0123456749'],
    ['NL', 'NL 0044.95.445.B-01', 'NL004495445B01'],
    ['GR', 'GR 094 259 216', 'EL094259216'],
  ])('may be in the national notation of %s, %s', async (country, vatId, stored) => {
    expect((await change(country, vatId)).body.account).toMatchObject({ country, vatId: stored })
    expect(await accountIn(owner)).toMatchObject({ country, vatId: stored })
  })

  test('with wrong check digits are refused with a message of its own', async () => {
    const sentenceFor = async (vatId: string) => (await change('BE', vatId)).problem?.errors?.vatId
    expect(await sentenceFor('BE 0123.456.748')).toBe(
      'The check digits of this VAT id do not fit. Please compare it with your registration.',
    )
    expect(await sentenceFor('BE 2123.456.749')).toBe(
      'Please enter a valid VAT id that starts with the code of the country.',
    )
  })

  test.each([
    ['AT', 'DE123456789', 'vatId'],
    ['DE', 'DE12', 'vatId'],
    ['DE', 'de123456789', 'vatId'],
    ['AT', 'ATU13585628', 'vatId'],
    ['GR', 'GR123456789', 'vatId'],
    ['XX', '', 'country'],
    ['de', '', 'country'],
    ['', '', 'country'],
  ])('%s with %j is refused at %s, and changes nothing', async (country, vatId, field) => {
    const before = await accountIn(owner)
    const answer = await change(country, vatId)
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.problem?.errors ?? {})).toEqual([field])
    expect(await accountIn(owner)).toEqual(before)
  })
})
