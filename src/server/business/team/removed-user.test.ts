import { expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { teamCalls } from '#contract/team/team-calls.ts'
import { openForTests } from '#support/open-for-tests.ts'
import { runUpkeep } from '#support/run-upkeep.ts'
import { primaryContactOf } from '#support/stored/contacts.ts'
import { giveRole, userExists } from '#support/stored/people.ts'
import { createWatchingSite, type SignedInViewer } from '#support/watching-site.ts'

// SEC-05: a removed user loses all access with the next request.

const site = openForTests(() => createWatchingSite({ RATE_LIMITS: '1000' }))

/** An owner, and a user of the same account who plays a film. */
async function playing() {
  const until = new Date(site.clock.now().getTime() + 365 * 86_400_000)
  const owner = await site.viewer({ subscription: { status: 'prepaid', until, license_count: 2 } })
  const viewer = await site.viewer({ accountId: owner.accountId })
  await giveRole(site.db, viewer.userId, 'user')
  const { body } = await viewer.client.call(calls.video, { params: { id: 'paid' } })
  const film = body.source.url
  expect((await viewer.client.fetch('GET', film)).status).toBe(200)
  return { owner, viewer, film }
}

async function save(owner: SignedInViewer, user: object) {
  const { body } = await owner.client.call(calls.userSession)
  const version = body.authenticated ? body.account.version : 0
  return owner.client.call(teamCalls.saveUsers, { body: { users: [user], notify: [], version } })
}

test('a removed user gets no video, no session and not one more byte of the film', async () => {
  const { owner, viewer, film } = await playing()
  expect((await save(owner, { id: viewer.userId, name: '', email: '', removed: true })).status).toBe(200)
  expect((await viewer.client.fetch('GET', film)).status).toBe(403)
  expect((await viewer.client.call(calls.video, { params: { id: 'paid' } })).status).toBe(401)
  expect((await viewer.client.call(calls.userSession)).body).toEqual({ authenticated: false })
  // the remaining users keep access
  expect((await owner.client.call(calls.video, { params: { id: 'paid' } })).status).toBe(200)
})

test('nothing of it is restored with the user', async () => {
  const { owner, viewer, film } = await playing()
  const { email } = await primaryContactOf(site.db, viewer.userId)
  await save(owner, { id: viewer.userId, name: '', email: '', removed: true })
  const { body } = await save(owner, { name: 'Ada', email })
  expect(body.users.map(({ id }) => id)).toEqual([owner.userId, viewer.userId])
  expect((await viewer.client.fetch('GET', film)).status).toBe(403)
  expect((await viewer.client.call(calls.userSession)).body).toEqual({ authenticated: false })
})

test('a removed user is kept for 90 days and then deleted', async () => {
  const { owner, viewer } = await playing()
  await save(owner, { id: viewer.userId, name: '', email: '', removed: true })
  const kept = () => userExists(site.db, viewer.userId)
  site.clock.advanceBusiness({ days: 89 })
  await runUpkeep(site.services)
  expect(await kept()).toBe(true)
  site.clock.advanceBusiness({ days: 1 })
  await runUpkeep(site.services)
  expect(await kept()).toBe(false)
})
