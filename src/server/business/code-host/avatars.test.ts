import { randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { accountOf, signInAtCodeHost } from '#support/code-host-people.ts'
import { anAvatar, startCodeHostServer } from '#support/code-host-server.ts'
import { openForTests } from '#support/open-for-tests.ts'
import { ownPassword } from '#support/owners.ts'
import { storeVideo } from '#support/stored/library.ts'
import { giveAllPassword } from '#support/stored/people.ts'
import { allRows } from '#support/stored/rows.ts'
import { createTestApp } from '#support/test-app.ts'
import type { TestClient } from '#support/test-client.ts'

const host = openForTests(() => startCodeHostServer(accountOf('nobody')))
const site = openForTests(() =>
  createTestApp({
    settings: { ...host.settings, RATE_LIMITS: '1000' },
    // the queue goes by the machine's time: the next upkeep is not to be due while it is drained
    start: new Date('2099-01-01T10:00:00Z'),
  }),
)
beforeEach(() => {
  delete host.misdeeds.avatar
})

/** A unique picture: PNG readers skip data after its end. */
const freshPicture = () => Buffer.concat([anAvatar, randomBytes(16)])
const shows = (bytes: Buffer) => {
  host.misdeeds.avatar = { bytes, type: 'text/html' }
}

let count = 0
async function registered(): Promise<{ browser: TestClient; name: string }> {
  count += 1
  const name = `face${count}`
  const browser = site.client()
  await signInAtCodeHost(browser, host, accountOf(name))
  const body = { name: 'Ada Lovelace', termsAccepted: true }
  expect((await browser.call(calls.registerFromCodeHost, { body })).status).toBe(200)
  return { browser, name }
}
async function pictureOf(browser: TestClient): Promise<string | undefined> {
  await site.services.queue.drain()
  const { body } = await browser.call(calls.userSession)
  return body.authenticated ? body.user.avatarUrl : undefined
}
const download = (address: string, headers: Record<string, string> = {}) =>
  site.client().fetch('GET', address, { headers })
const givePassword = async () => {
  const { database, passwords } = site.services
  await giveAllPassword(database.db, String(await passwords.hash(ownPassword)))
}

describe("a user's picture", () => {
  test('is fetched from the code host after the registration, stored, and served by us, for no cache to keep', async () => {
    const picture = freshPicture()
    shows(picture)
    const { browser } = await registered()
    const address = (await pictureOf(browser)) ?? ''
    expect(address).toMatch(/^\/avatars\/[0-9a-f]{64}\.png$/)
    const served = await download(address)
    expect(served.status).toBe(200)
    expect(served.raw.rawPayload.equals(picture)).toBe(true)
    expect(served.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'content-length': String(picture.length),
    })
    expect(served.headers['content-security-policy']).toContain("default-src 'none'")
  })

  test('is updated at the next sign-in, and the former one is deleted', async () => {
    shows(freshPicture())
    const { browser, name } = await registered()
    const former = (await pictureOf(browser)) ?? ''
    shows(freshPicture())
    await signInAtCodeHost(site.client(), host, accountOf(name))
    const next = (await pictureOf(browser)) ?? ''
    expect(next).not.toBe(former)
    expect((await download(next)).status).toBe(200)
    expect((await download(former)).status).toBe(404)
    expect(await site.services.media.size(former.replace('/avatars/', ''))).toBeUndefined()
  })

  test('is deleted with the link, unless another user shows the same one', async () => {
    shows(freshPicture())
    const [first, second] = [await registered(), await registered()]
    const address = (await pictureOf(first.browser)) ?? ''
    expect(await pictureOf(second.browser)).toBe(address)
    await givePassword()
    await first.browser.call(calls.unlinkCodeHost, { body: { currentPassword: ownPassword } })
    expect(await pictureOf(first.browser)).toBeUndefined()
    expect((await download(address)).status).toBe(200)
    await second.browser.call(calls.unlinkCodeHost, { body: { currentPassword: ownPassword } })
    expect((await download(address)).status).toBe(404)
    expect(await site.services.media.size(address.replace('/avatars/', ''))).toBeUndefined()
  })

  test('is not stored for a user who unlinked before it arrived', async () => {
    shows(freshPicture())
    const { browser } = await registered()
    await givePassword()
    await browser.call(calls.unlinkCodeHost, { body: { currentPassword: ownPassword } })
    expect(await pictureOf(browser)).toBeUndefined()
    const rows = await allRows(site.db, 'avatar')
    expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length)
  })

  test('that is a poster of the library stays one', async () => {
    const picture = freshPicture()
    shows(picture)
    const { browser } = await registered()
    const key = ((await pictureOf(browser)) ?? '').replace('/avatars/', '')
    await storeVideo(site.db, 'with-that-poster', { poster_key: key })
    await givePassword()
    await browser.call(calls.unlinkCodeHost, { body: { currentPassword: ownPassword } })
    expect(await site.services.media.size(key)).toBe(picture.length)
    expect((await download(`/avatars/${key}`)).status).toBe(404)
  })

  test.each([
    ['is none', { bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>') }],
    ['is larger than 1 MB', { bytes: Buffer.concat([anAvatar, Buffer.alloc(1024 * 1024)]) }],
    ['has 30,000 pixels a side', { bytes: hugePicture() }],
    ['lies elsewhere', 'redirect'],
    ['cannot be had', 'fail'],
  ] as const)('that %s is replaced by initials', async (_, misdeed) => {
    host.misdeeds.avatar = misdeed
    const { browser } = await registered()
    expect(await pictureOf(browser)).toBeUndefined()
    expect((await browser.call(calls.userSession)).body.authenticated).toBe(true)
    expect(host.asked).not.toContain('GET /elsewhere')
  })
})

describe('nothing but pictures is served', () => {
  test('not other files of the media store', async () => {
    const { browser } = await registered()
    await pictureOf(browser)
    const { media } = site.services
    const film = await media.put(`${import.meta.dirname}/../../../../tests/fixtures/library/film.mp4`, 'mp4')
    if ('refused' in film) throw new Error(film.refused)
    for (const key of [film.key, 'x', `${'0'.repeat(64)}.png`, '..%2f..%2fetc%2fpasswd'])
      expect([key, (await download(`/avatars/${key}`)).status]).toEqual([key, 404])
  })
})

function hugePicture(): Buffer {
  const bytes = Buffer.from(anAvatar)
  bytes.writeUInt32BE(30_000, 16)
  return bytes
}
