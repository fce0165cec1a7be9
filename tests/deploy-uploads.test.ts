import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, statSync } from 'node:fs'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { testAdmin, theAdmin } from '#support/admin.ts'
import { caddyIsInstalled, startProxyCaddy } from '#support/caddy-server.ts'
import { nginxIsInstalled, startProxyNginx } from '#support/nginx-server.ts'
import type { ProxyProcess } from '#support/proxy-process.ts'
import { storeVideo } from '#support/stored/library.ts'
import { testApp } from '#support/test-app.ts'

// Uploads, and bodies that are too long, through nginx and Caddy as deploy/ sets them up.

const site = testApp({ settings: { TRUST_PROXY: '127.0.0.1' } })
const admin = testAdmin(site, { secondFactor: false })
const proxies = new Map<string, ProxyProcess>()
beforeAll(async () => {
  await storeVideo(site.db, 'lesson')
  await site.app.listen({ port: 0, host: '127.0.0.1' })
  const { port: sitePort } = site.app.server.address() as AddressInfo
  const { mediaFolder } = site.services.config
  if (nginxIsInstalled()) proxies.set('nginx', await startProxyNginx({ sitePort, mediaFolder }))
  if (caddyIsInstalled()) proxies.set('Caddy', await startProxyCaddy({ sitePort }))
})
afterAll(() => Promise.all([...proxies.values()].map((proxy) => proxy.stop())))

const installed = [...(nginxIsInstalled() ? ['nginx'] : []), ...(caddyIsInstalled() ? ['Caddy'] : [])]

const film = randomBytes(4_000_000)
const fileOf = (id: string) => join(site.services.config.mediaFolder, 'uploads', id)

async function started(): Promise<string> {
  const { body } = await admin.call(calls.startUpload, {
    body: {
      purpose: 'film',
      videoId: 'lesson',
      name: 'lesson.mov',
      length: film.length,
      modifiedAt: '2026-11-20T08:00:00.000Z',
      digest: 'a'.repeat(64),
      password: theAdmin.password,
    },
  })
  return body.id
}

/** A part whose bytes are still to be written. */
async function part(
  proxy: string,
  id: string,
  { offset, length }: { offset: number; length: number },
): Promise<ClientRequest> {
  return request({
    port: proxies.get(proxy)?.port,
    method: 'PATCH',
    path: `/api/uploads/${id}`,
    headers: {
      host: site.services.config.baseUrl.host,
      cookie: [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      'x-csrf-token': await admin.csrfToken(),
      'tus-resumable': '1.0.0',
      'upload-offset': offset,
      'content-type': 'application/offset+octet-stream',
      'content-length': length,
    },
  })
}

test.each(installed)(
  'a part goes through %s while it arrives, and what came of a broken one is kept',
  async (proxy) => {
    const id = await started()
    const broken = await part(proxy, id, { offset: 0, length: film.length })
    broken.on('error', () => undefined)
    broken.write(film.subarray(0, 1_000_000))
    await expect.poll(() => statSync(fileOf(id)).size, { timeout: 10_000 }).toBeGreaterThan(500_000)
    broken.destroy()
    const offset = () =>
      admin.call(calls.uploadOffset, { params: { id }, headers: { 'tus-resumable': '1.0.0' } })
    // until the proxy has told the site that the connection is gone, it is being written to
    await expect.poll(async () => (await offset()).status, { timeout: 10_000 }).toBe(200)
    const arrived = Number((await offset()).headers['upload-offset'])
    expect(arrived).toBeGreaterThan(500_000)

    // more than any other request may have
    const rest = await part(proxy, id, { offset: arrived, length: film.length - arrived })
    rest.end(film.subarray(arrived))
    const [reply] = (await once(rest, 'response')) as [IncomingMessage]
    expect([reply.statusCode, reply.headers['upload-offset']]).toEqual([204, String(film.length)])
    expect(readFileSync(fileOf(id)).equals(film)).toBe(true)
  },
)

test.each(installed)('%s lets no larger part through than the site takes', async (proxy) => {
  const length = 16 * 1024 * 1024 + 1
  const large = await part(proxy, await started(), { offset: 0, length })
  large.on('error', () => undefined)
  large.end(Buffer.alloc(length))
  const [reply] = (await once(large, 'response')) as [IncomingMessage]
  expect(reply.statusCode).toBe(413)
  large.destroy()
})

test.each(installed)('through %s a body that is too long for a call is answered 413', async (proxy) => {
  const { host } = site.services.config.baseUrl
  for (let time = 0; time < 20; time += 1) {
    const long = request({
      port: proxies.get(proxy)?.port,
      method: 'POST',
      path: '/auth/login',
      headers: {
        host,
        cookie: [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        'x-csrf-token': await admin.csrfToken(),
        'content-type': 'application/json',
      },
    })
    long.on('error', () => undefined)
    long.end(`{"email":"${'x'.repeat(900_000)}"}`)
    const [reply] = (await once(long, 'response')) as [IncomingMessage]
    expect(reply.statusCode).toBe(413)
    reply.resume()
  }
})
