import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, statSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { signedInAdmin, theAdmin } from '#support/admin.ts'
import { openForTests } from '#support/open-for-tests.ts'
import { allRows } from '#support/stored/rows.ts'
import { createWatchingSite } from '#support/watching-site.ts'

const site = openForTests(() => createWatchingSite())

test('while a part arrives slowly, fifty viewers send their positions: it holds no connection and no lock', async () => {
  const admin = await signedInAdmin(site, { secondFactor: false })
  const viewers = []
  for (let number = 0; number < 50; number += 1) viewers.push(await site.viewer())
  for (const { client } of viewers)
    await client.call(calls.video, { params: { id: 'paid' }, query: { player: 'tab' } })
  await site.app.listen({ port: 0, host: '127.0.0.1' })

  const film = randomBytes(2_000_000)
  const { body } = await admin.call(calls.startUpload, {
    body: {
      purpose: 'film',
      videoId: 'paid',
      name: 'lesson.mov',
      length: film.length,
      modifiedAt: '2026-11-20T08:00:00.000Z',
      digest: 'a'.repeat(64),
      password: theAdmin.password,
    },
  })
  const file = join(site.services.config.mediaFolder, 'uploads', body.id)
  const part = request({
    port: (site.app.server.address() as AddressInfo).port,
    method: 'PATCH',
    path: `/api/uploads/${body.id}`,
    headers: {
      host: site.services.config.baseUrl.host,
      cookie: [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      'x-csrf-token': await admin.csrfToken(),
      'tus-resumable': '1.0.0',
      'upload-offset': 0,
      'content-type': 'application/offset+octet-stream',
      'content-length': film.length,
    },
  })
  part.write(film.subarray(0, 1_000_000))
  await expect.poll(() => statSync(file).size, { timeout: 10_000 }).toBeGreaterThan(0)

  const positions = await Promise.all(
    viewers.map(({ client }) =>
      client.call(calls.keepPosition, {
        params: { id: 'paid' },
        body: { positionSeconds: 7, player: 'tab' },
      }),
    ),
  )
  expect(positions.map(({ status }) => status)).toEqual(viewers.map(() => 200))
  // the part was under way all the time
  expect((await allRows(site.db, 'upload')).map(({ lease }) => typeof lease)).toEqual(['string'])

  part.end(film.subarray(1_000_000))
  const [reply] = (await once(part, 'response')) as [IncomingMessage]
  expect([reply.statusCode, readFileSync(file).equals(film)]).toEqual([204, true])
})
