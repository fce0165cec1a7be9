import { expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { browserOf, expiredOwner, teamAccountId, testAdmin, theAdmin } from '#support/admin.ts'
import { addPeople, payingOwner, sessionOf } from '#support/paying-team.ts'
import { storeCategory, storeVideo } from '#support/stored/library.ts'
import { personAt } from '#support/stored/people.ts'
import { storeViewing } from '#support/stored/watching.ts'
import { testApp } from '#support/test-app.ts'

const site = testApp()
const admin = testAdmin(site)

const view = (id: string) => admin.call(calls.viewAccount, { body: { id } })

async function contactIdOf(email: string): Promise<string> {
  return (await personAt(site.db, email)).contactId
}

test('an account is shown with its contacts, users and the subscription as its owner sees it', async () => {
  const { status, body } = await view(teamAccountId)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    kind: 'account',
    id: teamAccountId,
    name: 'Brightwater Software',
    own: false,
    contacts: [{ email: 'owner@lectern.example', primary: true, confirmed: true }],
    billingAddress: null,
    country: null,
    videoViews: expect.any(Number),
    users: [
      { name: 'Olivia Owens', role: 'owner' },
      { name: 'Victor Vale', role: 'user' },
      { name: 'Mira Manning', role: 'manager' },
    ],
    subscription: { status: 'prepaid', licenseCount: 10 },
  })
})

test("a user's payments are shown as they see them", async () => {
  const owner = await payingOwner(site, 'pays@view.example')
  await addPeople(owner, 'second@view.example')
  const { account, subscription } = await sessionOf(owner)
  const { body } = await view(account.id)
  expect(body).toMatchObject({ kind: 'account', version: account.version, subscription })
  const users = body.kind === 'account' ? body.users : []
  expect(users).toMatchObject([
    { email: 'pays@view.example', confirmed: true },
    { email: 'second@view.example', confirmed: false, contactId: await contactIdOf('second@view.example') },
  ])
})

test('videos are counted: of all users for an account, of one user for a contact', async () => {
  const { body: before } = await view(teamAccountId)
  const now = site.clock.now()
  await storeCategory(site.db, 'counted')
  await storeVideo(site.db, 'counted', { category_id: 'counted', free: true })
  for (const role of ['owner', 'viewer']) {
    const { userId } = await personAt(site.db, `${role}@lectern.example`)
    await storeViewing(site.db, { userId, videoId: 'counted', at: now, seen: true })
  }
  expect((await view(teamAccountId)).body.videoViews).toBe(before.videoViews + 2)
  expect((await view(await contactIdOf('viewer@lectern.example'))).body.videoViews).toBe(1)
  expect((await view(await contactIdOf('manager@lectern.example'))).body.videoViews).toBe(0)
})

test('a contact is shown with its user and their account', async () => {
  const id = await contactIdOf('viewer@lectern.example')
  expect((await view(id)).body).toMatchObject({
    kind: 'contact',
    id,
    email: 'viewer@lectern.example',
    confirmed: true,
    name: 'Victor Vale',
    account: { id: teamAccountId, name: 'Brightwater Software' },
    version: expect.any(Number),
  })
})

test('an account that never had a subscription has none; the own one is marked', async () => {
  expect((await view(theAdmin.accountId)).body).toMatchObject({ own: true, subscription: null })
  expect((await view(expiredOwner.accountId)).body).toMatchObject({
    own: false,
    subscription: { status: 'cancelled' },
  })
})

test.each([
  ['an id that there is not', () => crypto.randomUUID(), 404],
  ['what can be no id', () => 'everybody', 422],
])('%s is not shown', async (_, id, status) => {
  expect((await view(id())).status).toBe(status)
})

test('only the admin sees accounts', async () => {
  const owner = await browserOf(site, expiredOwner.userId)
  const { accountId: id } = expiredOwner
  expect((await owner.call(calls.viewAccount, { body: { id } })).status).toBe(403)
  expect((await owner.call(calls.findContacts, { body: { query: 'eddie' } })).status).toBe(403)
  expect((await site.client().call(calls.viewAccount, { body: { id } })).status).toBe(401)
})
