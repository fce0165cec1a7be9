import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, statSync } from 'node:fs'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { signedInAdmin, theAdmin } from '#support/admin.ts'
import { type NginxServer, nginxIsInstalled, startProxyNginx } from '#support/nginx-server.ts'
import { storeVideo } from '#support/stored/library.ts'
import { testApp } from '#support/test-app.ts'
import type { TestClient } from '#support/test-client.ts'

// Uploads through nginx as deploy/nginx.conf sets it up.

const site = testApp({ settings: { TRUST_PROXY: '127.0.0.1' } })
let admin: TestClient
let nginx: NginxServer | undefined
beforeAll(async () => {
  admin = await signedInAdmin(site, { secondFactor: false })
  await storeVideo(site.services.database.db, 'lesson')
  if (!nginxIsInstalled()) return
  await site.app.listen({ port: 0, host: '127.0.0.1' })
  const { port: sitePort } = site.app.server.address() as AddressInfo
  nginx = await startProxyNginx({ sitePort, mediaFolder: site.services.config.mediaFolder })
})
afterAll(() => nginx?.stop())

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
  id: string,
  { offset, length }: { offset: number; length: number },
): Promise<ClientRequest> {
  return request({
    port: nginx?.port,
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

test.runIf(nginxIsInstalled())(
  'a part goes through nginx while it arrives, and what came of a broken one is kept',
  async () => {
    const id = await started()
    const broken = await part(id, { offset: 0, length: film.length })
    broken.on('error', () => undefined)
    broken.write(film.subarray(0, 1_000_000))
    await expect.poll(() => statSync(fileOf(id)).size, { timeout: 10_000 }).toBeGreaterThan(500_000)
    broken.destroy()
    const offset = () =>
      admin.call(calls.uploadOffset, { params: { id }, headers: { 'tus-resumable': '1.0.0' } })
    // until nginx has told the site that the connection is gone, it is being written to
    await expect.poll(async () => (await offset()).status, { timeout: 10_000 }).toBe(200)
    const arrived = Number((await offset()).headers['upload-offset'])
    expect(arrived).toBeGreaterThan(500_000)

    // more than any other request may have
    const rest = await part(id, { offset: arrived, length: film.length - arrived })
    rest.end(film.subarray(arrived))
    const [reply] = (await once(rest, 'response')) as [IncomingMessage]
    expect([reply.statusCode, reply.headers['upload-offset']]).toEqual([204, String(film.length)])
    expect(readFileSync(fileOf(id)).equals(film)).toBe(true)
  },
)

test.runIf(nginxIsInstalled())('nginx lets no larger part through than the site takes', async () => {
  const large = await part(await started(), { offset: 0, length: 16 * 1024 * 1024 + 1 })
  large.on('error', () => undefined)
  large.flushHeaders()
  const [reply] = (await once(large, 'response')) as [IncomingMessage]
  expect(reply.statusCode).toBe(413)
  large.destroy()
})
