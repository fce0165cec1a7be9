import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoAccounts } from '#server/front/demo/demo-logins.ts'
import { type CuttingProxy, startCuttingProxy } from '#support/cutting-proxy.ts'
import { type KillableSite, killableSite } from '#support/killable-site.ts'
import { rounds } from '#support/rounds.ts'

// A large file over a line that breaks, to a server that is killed in between.

const megabyte = 1_000_000
const length = rounds.uploadMegabytes * megabyte
const cuts = 10
const kills = 2
/** What a server may take more than before, while a file of any size arrives. */
const mostGrowth = 60 * megabyte

/** Nothing takes the file away once it is complete. */
const settings = { UPLOAD_MAX: '1 GB', PROCESSING_JOBS: '0' }

let site: KillableSite
let proxy: CuttingProxy
beforeAll(async () => {
  site = await killableSite()
  const { port } = await site.start(settings)
  proxy = await startCuttingProxy(port, { everyBytes: length / (cuts + 1), cuts })
}, 120_000)
afterAll(async () => {
  await proxy.close()
  await site.end()
})

test(
  `${rounds.uploadMegabytes} MB over ${cuts} broken connections and ${kills} kills arrive as they were, in little memory`,
  async () => {
    const cookies = await signIn()
    // one megabyte in turn with others: what goes astray is noticed
    const blocks = Array.from({ length: 7 }, () => randomBytes(megabyte))
    const block = (number: number) => blocks[number % blocks.length] as Buffer
    const sent = createHash('sha256')
    for (let number = 0; number < rounds.uploadMegabytes; number += 1) sent.update(block(number))
    const { id } = (await write(cookies, 'POST', '/api/uploads', {
      purpose: 'film',
      videoId: 'closures',
      name: 'lesson.mov',
      length,
      modifiedAt: '2026-11-20T08:00:00.000Z',
      digest: 'a'.repeat(64),
      password: admin.password,
    }).then((reply) => reply.json())) as { id: string }

    let growth = 0
    let idle = memoryOf(site)
    let offset = 0
    let left = kills
    let tries = 0
    while (offset < length) {
      if (left > 0 && offset > (length * (kills - left + 1)) / (kills + 1)) {
        left -= 1
        const going = sendPart(cookies, id, offset, block).catch(() => undefined)
        await site.kill()
        await going
        await site.start(settings)
        idle = memoryOf(site)
      } else {
        await sendPart(cookies, id, offset, block).catch(() => undefined)
        growth = Math.max(growth, memoryOf(site) - idle)
      }
      offset = await arrived(cookies, id)
      tries += 1
      expect(tries).toBeLessThan(10 * rounds.uploadMegabytes)
    }
    const received = createHash('sha256')
    for await (const chunk of createReadStream(join(mediaFolder(), 'uploads', id))) received.update(chunk)
    expect(received.digest('hex')).toBe(sent.digest('hex'))
    expect([proxy.cuts, left]).toEqual([cuts, 0])
    expect(growth).toBeLessThan(mostGrowth)
  },
  300_000 + rounds.uploadMegabytes * 2_000,
)

const admin = (() => {
  const found = demoAccounts.flatMap(({ people }) => people).find(({ email }) => email.startsWith('admin@'))
  if (!found) throw new Error('the demo has no admin')
  return found
})()

type Cookies = Map<string, string>

async function signIn(): Promise<Cookies> {
  const cookies: Cookies = new Map()
  const reply = await write(cookies, 'POST', '/auth/login', { email: admin.email, password: admin.password })
  expect(reply.status).toBe(200)
  return cookies
}

/** Sends the megabyte that contains the offset, from the offset on. */
async function sendPart(
  cookies: Cookies,
  id: string,
  offset: number,
  block: (number: number) => Buffer,
): Promise<Response> {
  const number = Math.floor(offset / megabyte)
  const bytes = block(number).subarray(offset - number * megabyte)
  return ask(cookies, `/api/uploads/${id}`, {
    method: 'PATCH',
    headers: {
      ...(await tokenFor(cookies)),
      'tus-resumable': '1.0.0',
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
    },
    body: new Uint8Array(bytes),
  })
}

/** How much the server has; waits while it still holds the file for a connection that broke. */
async function arrived(cookies: Cookies, id: string): Promise<number> {
  for (;;) {
    const headers = { 'tus-resumable': '1.0.0' }
    const reply = await ask(cookies, `/api/uploads/${id}`, { method: 'HEAD', headers }).catch(() => undefined)
    if (reply?.status === 200) return Number(reply.headers.get('upload-offset'))
    if (reply) expect(reply.status).toBe(423)
    await new Promise((wake) => setTimeout(wake, 200))
  }
}

async function tokenFor(cookies: Cookies): Promise<Record<string, string>> {
  const { token } = await ask(cookies, '/api/csrf-token', {}).then((reply) => reply.json())
  return { 'x-csrf-token': token }
}

async function write(cookies: Cookies, method: string, path: string, body: unknown): Promise<Response> {
  const headers = { ...(await tokenFor(cookies)), 'content-type': 'application/json' }
  return ask(cookies, path, { method, headers, body: JSON.stringify(body) })
}

async function ask(cookies: Cookies, path: string, init: RequestInit): Promise<Response> {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const reply = await fetch(proxy.url + path, {
    ...init,
    headers: { ...init.headers, cookie, host: new URL(site.server.url).host } as Record<string, string>,
  })
  for (const line of reply.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    cookies.set(name, value)
  }
  return reply
}

/** Resident memory, in bytes. */
function memoryOf({ server }: KillableSite): number {
  const [, kilobytes] =
    /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${server.process.pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) * 1024
}

const mediaFolder = () => join(site.dataDir, 'media')
