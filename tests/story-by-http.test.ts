import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { folderOfTests } from '#support/folders.ts'
import { type ServerProcess, startServerProcess } from '#support/server-process.ts'

// The main story through the calls alone, on the real program with its demo library, without test doubles.

const dataDir = folderOfTests()
let server: ServerProcess

beforeAll(async () => {
  server = await startServerProcess({ DEMO: '1', DATA_DIR: dataDir })
  await server.ready()
}, 120_000)
afterAll(() => server.stop())

test('a stranger registers, confirms, signs in, watches, and signs out', async () => {
  const browser = new Browser()
  const { videos } = await browser.get('/api/videos').then((reply) => reply.json())
  expect(videos.length).toBeGreaterThanOrEqual(24)
  const locked = videos.find((video: { free: boolean }) => !video.free)
  expect((await browser.get(`/api/video/${locked.id}`)).status).toBe(401)

  const email = 'grace.hopper@example.org'
  const registration = { name: 'Grace Hopper', email, password: 'nanoseconds are long', termsAccepted: true }
  expect((await browser.send('POST', '/auth/register', registration, { token: 'none' })).status).toBe(403)
  const registered = await browser.send('POST', '/auth/register', registration)
  expect(registered.status).toBe(202)
  expect(await registered.json()).toEqual({ status: 'confirmation-needed', email })

  const link = new URL((await mailTo(browser, email)).text.match(/http\S+confirm-contact\S+/)?.[0] ?? '')
  const contact = link.searchParams.get('contact')
  const code = link.searchParams.get('code')
  expect((await browser.get(link.pathname + link.search)).status).toBe(200)
  const confirmed = await browser.send('POST', '/auth/confirm-contact', { contact, code })
  expect(await confirmed.json()).toEqual({ contact: email, trialStarted: true })

  expect((await browser.send('POST', '/auth/login', { email, password: 'picoseconds' })).status).toBe(401)
  expect((await browser.send('POST', '/auth/login', { email, password: registration.password })).status).toBe(
    200,
  )
  const session = await browser.get('/api/user-session').then((reply) => reply.json())
  expect(session).toMatchObject({ authenticated: true, mayWatch: true, subscription: { status: 'trial' } })

  const playback = await browser.get(`/api/video/${locked.id}`).then((reply) => reply.json())
  expect(playback).toMatchObject({ video: { id: locked.id }, positionSeconds: 0 })
  const whole = readFileSync(filmOf(locked))
  const part = await browser.get(playback.source.url, { range: 'bytes=1000-1999' })
  expect(part.status).toBe(206)
  expect(part.headers.get('content-range')).toBe(`bytes 1000-1999/${whole.length}`)
  expect(Buffer.from(await part.arrayBuffer()).equals(whole.subarray(1000, 2000))).toBe(true)
  const captions = playback.tracks.find((track: { kind: string }) => track.kind === 'captions')
  expect(await browser.get(captions.src).then((reply) => reply.text())).toMatch(/^WEBVTT/)

  const stranger = new Browser()
  await stranger.get('/api/csrf-token')
  const altered = playback.source.url.replace(
    /\/media\/(.)/,
    (_: string, first: string) => `/media/${first === 'A' ? 'B' : 'A'}`,
  )
  expect((await browser.get(altered)).status).toBe(403)
  expect((await stranger.get(playback.source.url)).status).toBe(403)
  expect((await new Browser().get(playback.source.url)).status).toBe(403)

  expect(
    (await browser.send('POST', `/api/video/view/${locked.id}`, undefined, { token: 'none' })).status,
  ).toBe(403)
  expect((await browser.send('POST', `/api/video/view/${locked.id}`)).status).toBe(200)
  expect(
    (await browser.send('PUT', `/api/video/position/${locked.id}`, { positionSeconds: 12.5 })).status,
  ).toBe(200)
  expect(
    await browser.send('POST', `/api/video/favorites/${locked.id}`).then((reply) => reply.json()),
  ).toEqual({
    favourites: [locked.id],
  })
  const history = await browser.get('/api/video-history')
  expect(await history.json()).toMatchObject({
    history: [{ videoId: locked.id, seen: true, positionSeconds: 12.5 }],
  })
  const unchanged = await browser.get('/api/video-history', {
    'if-none-match': history.headers.get('etag') ?? '',
  })
  expect(unchanged.status).toBe(304)

  expect((await browser.send('POST', '/auth/logout')).status).toBe(200)
  expect((await browser.get(playback.source.url)).status).toBe(403)
  expect(await browser.get('/api/user-session').then((reply) => reply.json())).toEqual({
    authenticated: false,
  })
}, 180_000)

test('the library answers 304 to a client with the same bytes', async () => {
  for (const path of ['/api/videos', '/api/categories', '/api/versions']) {
    const first = await fetch(server.url + path)
    const etag = first.headers.get('etag') ?? ''
    expect(etag).toMatch(/^"[^"]+"$/)
    expect((await fetch(server.url + path, { headers: { 'if-none-match': etag } })).status).toBe(304)
  }
})

/** A browser's cookies and CSRF token, and nothing else of it. */
class Browser {
  private readonly cookies = new Map<string, string>()

  async get(path: string, headers: Record<string, string> = {}): Promise<Response> {
    return this.fetch(path, { headers })
  }

  async send(method: string, path: string, body?: unknown, { token = 'own' } = {}): Promise<Response> {
    const headers: Record<string, string> = {}
    if (token === 'own')
      headers['x-csrf-token'] = (await this.get('/api/csrf-token').then((reply) => reply.json())).token
    if (body !== undefined) headers['content-type'] = 'application/json'
    return this.fetch(path, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) })
  }

  private async fetch(
    path: string,
    init: RequestInit & { headers: Record<string, string> },
  ): Promise<Response> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const reply = await fetch(server.url + path, {
      ...init,
      headers: { ...init.headers, ...(cookie && { cookie }) },
      redirect: 'manual',
    })
    for (const line of reply.headers.getSetCookie()) {
      const [name = '', value = ''] = line.split(';', 1)[0]?.split(/=(.*)/s) ?? []
      if (value === '' || /max-age=0|expires=Thu, 01 Jan 1970/i.test(line)) this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    return reply
  }
}

async function mailTo(browser: Browser, address: string): Promise<{ text: string }> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const { mails } = await browser.get('/demo/mails').then((reply) => reply.json())
    const mail = mails.find(({ to }: { to: string }) => to === address)
    if (mail) return mail
    await new Promise((wake) => setTimeout(wake, 100))
  }
  throw new Error(`no mail to ${address} within 10 seconds`)
}

/** The film's file in the demo library. */
function filmOf(video: { id: string; categoryId: string }): string {
  return resolve(import.meta.dirname, '../content', video.categoryId, video.id, 'film.mp4')
}
