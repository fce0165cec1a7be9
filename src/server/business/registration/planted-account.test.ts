import { beforeAll, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { codeFrom, newestMailTo } from '#support/mails.ts'
import { accountIn, ownPassword, signedInOwner } from '#support/owners.ts'
import { freshEmail, registerIn, signIn } from '#support/people.ts'
import { couponUses, storeCoupon } from '#support/stored/coupons.ts'
import { accountRowOf, plantInto, userIdsOf } from '#support/stored/people.ts'
import { allRows } from '#support/stored/rows.ts'
import { historyRevision, storeHistoryRevision } from '#support/stored/watching.ts'
import { testApp } from '#support/test-app.ts'
import type { TestClient } from '#support/test-client.ts'

const site = testApp({ settings: { RATE_LIMITS: '1000' } })
beforeAll(() => storeCoupon(site.db, { code: 'PLANTED', createdAt: site.clock.now() }))

const chosen = { password: 'known to the victim', name: 'Vera Victim' }

/** An attacker registers another person's address, signs in, and leaves there what they can. */
async function plant(
  email: string,
): Promise<{ stranger: TestClient; link: { contact: string; code: string } }> {
  const stranger = site.client()
  const link = await registerIn(site, stranger, email, {
    name: 'Eve',
    newsletter: true,
    couponCode: 'PLANTED',
  })
  await signIn(stranger, email)
  await stranger.call(calls.changeLanguage, { body: { language: 'de' } })
  await stranger.call(calls.changeNewsletter, { body: { newsletter: true } })
  await stranger.call(calls.changeName, { body: { name: 'Eve' } })
  await stranger.call(calls.changeBillingAddress, { body: { billingAddress: 'Eve\nEvil Street' } })
  await stranger.call(calls.changeVatId, { body: { country: 'AT', vatId: 'ATU12345675' } })
  const { id } = await accountIn(stranger)
  // what the calls refuse an unconfirmed account today, as if one of them had not
  const owner = (await userIdsOf(site.db, id))[0] ?? ''
  await plantInto(site.db, { accountId: id, owner, invite: email, at: site.clock.now() })
  await storeHistoryRevision(site.db, owner, 7)
  return { stranger, link }
}

const rowOf = (id: string) => accountRowOf(site.db, id)

describe('confirming with a new password', () => {
  test('requires a name first, and changes nothing until then', async () => {
    const email = freshEmail()
    const { stranger, link } = await plant(email)
    const { id } = await accountIn(stranger)
    const before = await rowOf(id)
    const body = { ...link, password: chosen.password }
    for (const more of [{}, { name: ' ' }]) {
      const asked = await site.client().call(calls.confirmContact, { body: { ...body, ...more } })
      expect([asked.status, asked.problem?.code]).toEqual([403, 'name-required'])
    }
    expect(await rowOf(id)).toEqual(before)
  })

  test('starts with a new account: nothing planted is in it', async () => {
    const email = freshEmail()
    const { stranger, link } = await plant(email)
    const { id } = await accountIn(stranger)
    const planted = await rowOf(id)
    const victim = site.client()
    const answer = await victim.call(calls.confirmContact, { body: { ...link, ...chosen } })
    expect(answer.body).toEqual({ contact: email, trialStarted: true })
    expect((await stranger.call(calls.userSession)).body).toEqual({ authenticated: false })

    const fresh = site.client()
    const other = await registerIn(site, fresh, freshEmail(), { name: chosen.name })
    await fresh.call(calls.confirmContact, { body: other })
    await signIn(fresh, other.contact)
    // each mail promised its own days: a coupon came with the first
    const own = { id: '', version: 0, created_at: '', contract_number: '', trial_days: 0 }
    const made = await rowOf((await accountIn(fresh)).id)
    const cleared = await rowOf(id)
    expect({ ...cleared, ...own }).toEqual({ ...made, ...own })
    expect(cleared.contract_number).not.toBe(planted.contract_number)

    const users = (await allRows(site.db, 'account_user')).filter(({ account_id }) => account_id === id)
    expect(users).toMatchObject([
      { name: chosen.name, language: 'en', deletion_at: null, temporary_password_hash: null },
    ])
    for (const table of ['invite', 'coupon_use'] as const) {
      const rows: readonly { account_id: string }[] = await allRows(site.db, table)
      expect(rows.filter(({ account_id }) => account_id === id)).toEqual([])
    }
    expect(await historyRevision(site.db, users[0]?.id ?? '')).not.toBe(7)
    expect((await signIn(victim, email, chosen.password)).status).toBe(200)
    expect((await victim.call(calls.userSession)).body).toMatchObject({
      user: { name: chosen.name },
      subscription: { status: 'trial' },
      account: { contacts: [{ email, primary: true, confirmed: true }] },
    })
  })

  test("returns the other account's use of a coupon", async () => {
    const uses = () => couponUses(site.db, 'PLANTED')
    const before = await uses()
    const { link } = await plant(freshEmail())
    expect(await uses()).toBe(before + 1)
    await site.client().call(calls.confirmContact, { body: { ...link, ...chosen } })
    expect(await uses()).toBe(before)
  })
})

describe('everything stays', () => {
  test.each([
    ['in the browser that registered', (stranger: TestClient) => stranger, {}],
    ['elsewhere with its password', () => site.client(), { password: ownPassword, name: 'Another' }],
  ])('%s', async (_, browser, more) => {
    const { stranger, link } = await plant(freshEmail())
    const { id } = await accountIn(stranger)
    const before = await rowOf(id)
    const answer = await browser(stranger).call(calls.confirmContact, { body: { ...link, ...more } })
    expect(answer.status).toBe(200)
    expect(await rowOf(id)).toEqual(before)
    expect((await stranger.call(calls.userSession)).body).toMatchObject({ user: { name: 'Eve' } })
  })
})

test('an unconfirmed account needs no deletion request: it is deleted automatically', async () => {
  const owner = await signedInOwner(site, freshEmail(), { confirmed: false })
  const refused = await owner.call(calls.requestDeletion, { body: { currentPassword: ownPassword } })
  expect([refused.status, refused.problem?.code]).toEqual([403, 'confirmation-required'])
  expect((await accountIn(owner)).deletionAt).toBeUndefined()
  const { contacts } = await accountIn(owner)
  const link = codeFrom(await newestMailTo(site, contacts[0]?.email ?? ''))
  await owner.call(calls.confirmContact, { body: link })
  expect((await owner.call(calls.requestDeletion, { body: { currentPassword: ownPassword } })).status).toBe(
    200,
  )
})
