import { describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { switchServiceMode } from '#server/platform/site/service-mode.ts'
import { openForTests } from '#support/open-for-tests.ts'
import { addMachineCaptions, setRevision } from '#support/stored/library.ts'
import { allRows } from '#support/stored/rows.ts'
import { createWatchingSite, films, type SignedInViewer } from '#support/watching-site.ts'

const site = openForTests(() => createWatchingSite())

const ask = ({ client }: Pick<SignedInViewer, 'client'>, id: string) =>
  client.call(calls.video, { params: { id } })
const signedOut = async () => ({ client: site.client() })
const yesterday = () => new Date(site.clock.now().getTime() - 86_400_000)

describe('the right to open a playback', () => {
  test.each([
    ['signed out, a free video', signedOut, 'free', 200, undefined],
    ['signed out, any other video', signedOut, 'paid', 401, 'login-required'],
    ['with a running trial', () => site.viewer(), 'paid', 200, undefined],
    [
      'after the trial',
      () => site.viewer({ subscription: { until: yesterday() } }),
      'paid',
      403,
      'subscription-required',
    ],
    [
      'after the trial, a free video',
      () => site.viewer({ subscription: { until: yesterday() } }),
      'free',
      200,
      undefined,
    ],
    [
      'active, the renewal being a day late',
      () => site.viewer({ subscription: { status: 'active', until: yesterday() } }),
      'paid',
      200,
      undefined,
    ],
    [
      'cancelled',
      () => site.viewer({ subscription: { status: 'cancelled' } }),
      'paid',
      403,
      'subscription-required',
    ],
    [
      'without any subscription',
      () => site.viewer({ subscription: undefined }),
      'paid',
      403,
      'subscription-required',
    ],
    [
      'with an address still to be confirmed',
      () => site.viewer({ confirmed: false, subscription: undefined }),
      'paid',
      403,
      'confirmation-required',
    ],
    [
      'unconfirmed, a free video',
      () => site.viewer({ confirmed: false, subscription: undefined }),
      'free',
      200,
      undefined,
    ],
    ['a video that does not exist', () => site.viewer(), 'nothing', 404, 'not-found'],
    ['a video that has left the catalogue', () => site.viewer(), 'withdrawn', 404, 'not-found'],
    ['an id that cannot be one', () => site.viewer(), 'a b\u0000c', 404, 'not-found'],
  ] as const)('%s', async (_, who, id, status, code) => {
    const answer = await ask(await who(), id)
    expect([answer.status, answer.problem?.code]).toEqual([status, code])
  })

  test('users have seats in the order in which they were added; removing one makes room', async () => {
    const first = await site.viewer({ subscription: { license_count: 2 } })
    const { accountId } = first
    const second = await site.viewer({ accountId })
    const third = await site.viewer({ accountId })
    const statuses = async (...viewers: SignedInViewer[]) =>
      Promise.all(viewers.map(async (viewer) => (await ask(viewer, 'paid')).status))
    expect(await statuses(first, second, third)).toEqual([200, 200, 403])
    await site.removeUser(second.userId)
    // a removed user's session gives nothing any more
    expect(await statuses(first, second, third)).toEqual([200, 401, 200])
  })

  test('a user who loses the subscription is refused at once', async () => {
    const viewer = await site.viewer({
      subscription: { until: new Date(site.clock.now().getTime() + 3_600_000) },
    })
    expect((await ask(viewer, 'paid')).status).toBe(200)
    site.clock.advanceBusiness({ hours: 1 })
    expect((await ask(viewer, 'paid')).problem?.code).toBe('subscription-required')
  })
})

describe('a playback', () => {
  test('says of captions that a machine made them', async () => {
    const { database, library } = site.services
    await addMachineCaptions(database.db, 'other')
    await setRevision(database.db, library.revision + 1)
    await library.refresh()
    const { body } = await ask(await site.viewer(), 'other')
    expect(body.tracks).toMatchObject([{ srclang: 'de', label: 'Deutsch (by machine)' }])
    expect(body.tracks[0]?.src).toMatch(/\/captions\.de\.vtt$/)
  })

  test('has the URLs of film, captions and chapters, and the neighbours by publishing date', async () => {
    const { body, status, headers } = await ask(await site.viewer(), 'paid')
    expect(status).toBe(200)
    const grant = body.source.url.split('/')[2]
    expect(body).toMatchObject({
      video: { id: 'paid', title: 'The paid one', durationSeconds: 60, hasCaptions: true },
      source: { kind: 'file', url: `/media/${grant}/film.mp4`, mimeType: 'video/mp4' },
      tracks: [
        {
          kind: 'captions',
          src: `/media/${grant}/captions.en.vtt`,
          srclang: 'en',
          label: 'English',
          default: true,
        },
        { kind: 'chapters', src: `/media/${grant}/chapters.vtt`, srclang: 'en', label: 'Chapters' },
      ],
      chapters: [
        { startSeconds: 0, title: 'Start' },
        { startSeconds: 30, title: 'More' },
      ],
      positionSeconds: 0,
      previousId: 'other',
      nextId: 'free',
    })
    expect(body.poster).toMatch(/^\/posters\/[0-9a-f]{64}\.webp$/)
    expect(headers['cache-control']).toBe('private, no-store')
  })

  test('has as grant an unguessable token, valid for five minutes and stored as a hash', async () => {
    const viewer = await site.viewer()
    const [one, other] = [await ask(viewer, 'paid'), await ask(viewer, 'paid')]
    const tokens = [one, other].map(({ body }) => body.source.url.split('/')[2] ?? '')
    expect(tokens[0]).toMatch(/^[\w-]{43}$/)
    expect(tokens[0]).not.toBe(tokens[1])
    const lifeMs = Date.parse(one.body.source.expiresAt) - site.clock.real().getTime()
    expect(lifeMs).toBe(5 * 60_000)
    const rows = await allRows(site.db, 'playback_grant')
    expect(JSON.stringify(rows)).not.toContain(tokens[0])
    expect(rows.every((row) => row.grant_hash.length === 32)).toBe(true)
  })

  test('has no poster, captions and chapters if the video has none', async () => {
    const { body } = await ask(await site.viewer(), 'free')
    expect(body).toMatchObject({ tracks: [], chapters: [], previousId: 'paid' })
    expect(body).not.toHaveProperty('poster')
    expect(body).not.toHaveProperty('nextId')
  })

  test('a signed-out browser gets a token, to which the grant is bound', async () => {
    const { client } = await signedOut()
    const { body, headers } = await ask({ client }, 'free')
    expect(String(headers['set-cookie'])).toMatch(
      /^lectern-visitor=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax/,
    )
    const film = await client.fetch('GET', body.source.url)
    expect(film.raw.rawPayload.equals(films.free)).toBe(true)
    expect((await ask({ client }, 'free')).headers['set-cookie']).toBeUndefined()
  })

  test("resumes at this viewer's position, on any device", async () => {
    const viewer = await site.viewer()
    await ask(viewer, 'paid')
    await viewer.client.call(calls.keepPosition, { params: { id: 'paid' }, body: { positionSeconds: 31.5 } })
    expect((await ask(viewer, 'paid')).body.positionSeconds).toBe(31.5)
    expect((await ask(await site.viewer({ accountId: viewer.accountId }), 'paid')).status).toBe(403)
    expect((await ask(await site.viewer(), 'paid')).body.positionSeconds).toBe(0)
  })
})

describe('once the service is closed', () => {
  test('everything is free once no subscription runs', async () => {
    const closing = await createWatchingSite({ SERVICE_MODE: 'sunset' })
    const subscriber = await closing.viewer()
    const { client } = { client: closing.client() }
    expect((await ask({ client }, 'paid')).problem?.code).toBe('login-required')
    expect((await ask(subscriber, 'paid')).status).toBe(200)
    closing.clock.advance({ days: 15 })
    // a setting alone makes nothing free
    expect((await ask({ client }, 'paid')).status).toBe(401)
    await switchServiceMode(closing.services, 'closed')
    expect((await ask({ client }, 'paid')).status).toBe(200)
    await closing.close()
  })
})
