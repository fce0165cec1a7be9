import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type FileHandle, mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runs } from '#support/rounds.ts'
import { sendRange } from './send-range.ts'

const film = randomBytes(1_500_000)
let folder: string
let file: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'send-bytes-'))
  file = join(folder, 'film.bin')
  await writeFile(file, film)
})
afterAll(() => rm(folder, { recursive: true }))

describe('the bytes of a film', () => {
  test('any range equals the same slice of the file', async () => {
    const site = await serve(async (request, response) => {
      const handle = await open(file)
      const [first = 0, last = 0] = (request.url ?? '').slice(1).split('-').map(Number)
      response.writeHead(206, { 'content-length': last - first + 1 })
      await sendRange(readerOf(handle), { first, last }, response)
      await handle.close()
    })
    const range = fc.tuple(fc.nat(film.length - 1), fc.nat(film.length - 1))
    await fc.assert(
      fc.asyncProperty(range, async ([one, other]) => {
        const [first, last] = [Math.min(one, other), Math.max(one, other)]
        const answer = await fetch(`${site.url}/${first}-${last}`)
        const bytes = Buffer.from(await answer.arrayBuffer())
        expect(bytes.equals(film.subarray(first, last + 1))).toBe(true)
      }),
      { numRuns: runs(60) },
    )
    await site.close()
  })

  test('readers at the same time never see each other’s bytes', async () => {
    const other = join(folder, 'other.bin')
    const otherFilm = randomBytes(film.length)
    await writeFile(other, otherFilm)
    const site = await serve(async (request, response) => {
      const handle = await open(request.url === '/other' ? other : file)
      response.writeHead(200, { 'content-length': film.length })
      await sendRange(readerOf(handle), { first: 0, last: film.length - 1 }, response)
      await handle.close()
    })
    const names = Array.from({ length: 24 }, (_, index) => (index % 2 ? 'other' : 'film'))
    const bodies = await Promise.all(
      names.map(async (name) => Buffer.from(await (await fetch(`${site.url}/${name}`)).arrayBuffer())),
    )
    expect(bodies.every((body, at) => body.equals(names[at] === 'other' ? otherFilm : film))).toBe(true)
    await site.close()
  })
})

test('a reader that goes away ends the sending', async () => {
  const sent = Promise.withResolvers<boolean>()
  const site = await serve(async (_, response) => {
    const handle = await open(file)
    response.writeHead(200)
    // far more than the buffers between the two can hold
    for (let round = 0; round < 100; round++) {
      const keep = await sendRange(
        readerOf(handle),
        { first: 0, last: film.length - 1 },
        neverEnding(response),
      )
      if (!keep) break
      if (round === 99) sent.resolve(true)
    }
    await handle.close()
    sent.resolve(false)
  })
  const request = get(site.url)
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  await once(answer, 'readable')
  request.destroy()
  expect(await sent.promise).toBe(false)
  await site.close()
})

test('a file that became shorter is an error, not an endless answer', async () => {
  const failed = Promise.withResolvers<unknown>()
  const site = await serve(async (_, response) => {
    const handle = await open(file)
    response.writeHead(200, { 'content-length': film.length + 10 })
    await sendRange(readerOf(handle), { first: film.length - 5, last: film.length + 4 }, response).catch(
      failed.resolve,
    )
    await handle.close()
    response.destroy()
  })
  await expect(fetch(site.url).then((answer) => answer.arrayBuffer())).rejects.toThrow()
  expect(String(await failed.promise)).toContain('shorter')
  await site.close()
})

/** The response without its end, so that one can be sent to again and again. */
function neverEnding(response: ServerResponse): ServerResponse {
  return new Proxy(response, {
    get(target, name) {
      if (name === 'end') return () => target
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

async function serve(answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>) {
  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function readerOf(handle: FileHandle) {
  const read = async (buffer: Buffer, length: number, position: number) =>
    (await handle.read(buffer, 0, length, position)).bytesRead
  return { isLocal: true, read }
}
