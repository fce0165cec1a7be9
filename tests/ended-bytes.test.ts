import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { get, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { cookieName } from '#server/platform/http/cookies.ts'
import { signedInAdmin, theAdmin } from '#support/admin.ts'
import { saveUsers } from '#support/paying-team.ts'
import { signIn } from '#support/people.ts'
import { type S3Server, startS3 } from '#support/s3-server.ts'
import { samePersonAt, secondProcess } from '#support/second-process.ts'
import { storeSession } from '#support/stored/sessions.ts'
import { changeSubscription } from '#support/stored/subscriptions.ts'
import { addUser, type Team, teamWith } from '#support/team-site.ts'
import type { TestApp } from '#support/test-app.ts'
import type { TestClient } from '#support/test-client.ts'
import { createWatchingSite, type WatchingSite } from '#support/watching-site.ts'

/* Every end of a right ends its bytes: in one process, while another sends the film, from a folder or S3, and a third hands
   it over to nginx, which sends from folders only. */

/** Milliseconds within which the bytes have to end. */
const within = 1_000
/** More than the buffers between sender and reader hold. */
const film = randomBytes(48 * 1024 * 1024)
const settings = { RATE_LIMITS: '1000', STREAMS_PER_USER: '100' }

let s3: S3Server
let site: WatchingSite
let sending: TestApp
let handing: TestApp
beforeAll(async () => {
  s3 = await startS3()
})
afterAll(() => s3.stop())

type Watched = { readonly client: TestClient; readonly userId: string; readonly team: Team }

/** The owner of a team, or an added user, in a separate browser. */
async function viewer(of: 'owner' | 'user' = 'owner'): Promise<Watched> {
  const team = await teamWith(site, 3)
  if (of === 'owner') return { client: team.owner, userId: team.ownerId, team }
  const userId = await addUser(site, team.accountId, `user@${team.ownerEmail}`)
  const client = site.client()
  const token = site.services.random.token()
  await storeSession(site.db, { userId, token, at: site.clock.real(), minutes: 60 })
  client.cookies.set(cookieName(site.services.config, 'session'), token)
  return { client, userId, team }
}

const addressOf = async (client: TestClient, id = 'long') =>
  (await client.call(calls.video, { params: { id } })).body.source.url

/** Begins to read in the process that sends, and pauses; `ended` resolves when that process has broken the reply off. */
async function begin(client: TestClient, address: string) {
  const { port } = sending.app.server.address() as AddressInfo
  const replied = once(sending.app.server, 'request') as Promise<[unknown, ServerResponse]>
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const asked = get({ port, path: address, agent: false, headers: { cookie, host: 'localhost:3000' } })
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  expect(answer.statusCode).toBe(200)
  answer.once('error', () => undefined)
  onTestFinished(() => void answer.destroy())
  const [, reply] = await replied
  const ended = once(reply, 'close')
  return { reply, ended }
}

/** Whether the process in front of nginx hands the film over, and the one without it begins to send it. */
async function isHandedOver(client: TestClient, address: string): Promise<boolean> {
  const headers = { range: 'bytes=0-9' }
  const { status, headers: sent } = await samePersonAt(handing, client).fetch('GET', address, { headers })
  const isAccelerated = handing.services.config.mediaAccel !== undefined
  if (status === 403) expect(sent).not.toHaveProperty('x-accel-redirect')
  else expect([status, 'x-accel-redirect' in sent]).toEqual([isAccelerated ? 200 : 206, isAccelerated])
  return status !== 403
}

/** A browser of the same person, signed in by password as well. */
async function otherBrowser({ team }: Watched): Promise<TestClient> {
  const browser = site.client()
  expect((await signIn(browser, team.ownerEmail)).status).toBe(200)
  return browser
}

const done = async (asked: Promise<{ status: number; text: string }>) => {
  const { status, text } = await asked
  if (status !== 200) throw new Error(`${status}: ${text}`)
}

type Way = (watched: Watched, prepared: TestClient | undefined) => Promise<unknown>
type Ways = Record<string, { of?: 'user'; prepare?: (watched: Watched) => Promise<TestClient>; way: Way }>

const ways: Ways = {
  'logging out': { way: ({ client }) => done(client.call(calls.logout)) },
  'a session that is ended from another browser': {
    prepare: otherBrowser,
    way: (_, other) =>
      done(other?.call(calls.endOtherSessions, { body: {} }) ?? Promise.reject(new Error('no browser'))),
  },
  'a password that is changed in another browser': {
    prepare: otherBrowser,
    way: (_, other) =>
      done(
        other?.call(calls.changePassword, {
          body: { currentPassword: 'notes on the engine', password: 'notes on another engine' },
        }) ?? Promise.reject(new Error('no browser')),
      ),
  },
  'the purge of the account': {
    prepare: () => signedInAdmin(site),
    way: ({ team }, admin) =>
      done(
        admin?.call(calls.purgeAccount, { body: { id: team.accountId, password: theAdmin.password } }) ??
          Promise.reject(new Error('no admin')),
      ),
  },
  'the removal from the team': {
    of: 'user',
    way: async ({ team, userId }) =>
      done(saveUsers(team.owner, { users: [{ id: userId, name: '', email: '', removed: true }] })),
  },
  'the end of the subscription by a decision': {
    way: ({ team }) => changeSubscription(site.db, team.accountId, { status: 'cancelled' }),
  },
  'the end of the subscription by its date': {
    way: async ({ team }) => {
      const until = new Date(site.clock.now().getTime() + 3 * 60_000)
      await changeSubscription(site.db, team.accountId, { until })
      await wait(100)
      site.clock.advance({ minutes: 4 })
    },
  },
  'the end of the stream': {
    way: async ({ client }) => {
      await done(client.call(calls.stopOldestStream))
      // frequent writes are not announced: the cache entry expires
      site.clock.advance({ seconds: 0.5 })
    },
  },
}

describe.each(['a folder', 'S3'])('with media in %s', (place) => {
  beforeAll(async () => {
    const placed = { ...settings, ...(place === 'S3' && s3.settings) }
    site = await createWatchingSite(placed)
    await site.addVideo('long', film)
    await site.addVideo('long-free', film, { free: true })
    sending = await secondProcess(site, placed)
    handing = await secondProcess(site, { ...placed, ...(place === 'a folder' && { MEDIA_ACCEL: 'nginx' }) })
    await sending.app.listen({ port: 0, host: '127.0.0.1' })
  })
  afterAll(async () => {
    await Promise.all([sending, handing].map((one) => one.close()))
    await site.close()
  })

  describe.each(Object.entries(ways))('%s', (_, { of, prepare, way }) => {
    test("ends a film's bytes and later requests, within a second and in each process", async () => {
      const watched = await viewer(of)
      const { client } = watched
      const prepared = await prepare?.(watched)
      const address = await addressOf(client)
      const before = new Map(client.cookies)
      const { reply, ended } = await begin(client, address)
      expect(await isHandedOver(client, address)).toBe(true)
      await wait(600)
      expect(reply.destroyed).toBe(false)

      await way(watched, prepared)
      const began = performance.now()
      const limit = AbortSignal.timeout(within)
      await Promise.race([ended, once(limit, 'abort')])
      expect([reply.destroyed, reply.writableFinished]).toEqual([true, false])
      await wait(Math.max(0, within - (performance.now() - began)))
      client.cookies.clear()
      for (const [name, value] of before) client.cookies.set(name, value)
      expect(await isHandedOver(client, address)).toBe(false)
    })
  })

  test('a free film is still served after logging out', async () => {
    const { client } = await viewer()
    const address = site.freeFilm('long-free')
    const { reply } = await begin(client, address)
    await done(client.call(calls.logout))
    await wait(within + 200)
    expect(reply.destroyed).toBe(false)
    expect(await isHandedOver(client, address)).toBe(true)
  })

  test('others keep watching while a user loses the right', async () => {
    const [stays, leaves] = [await viewer(), await viewer()]
    const address = await addressOf(stays.client)
    const { reply } = await begin(stays.client, address)
    await done(leaves.client.call(calls.logout))
    await wait(within + 200)
    expect(reply.destroyed).toBe(false)
    expect(await isHandedOver(stays.client, address)).toBe(true)
  })
})
