import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { matchesEtag } from '#server/platform/http/ready-bytes.ts'
import { mediaMimeType, type OpenMediaFile } from '#server/platform/outside/media-store.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'
import { type ByteRange, byteRange, rangeApplies } from './byte-range.ts'
import type { OpenFilms } from './open-films.ts'
import type { OpenStreams, Reader } from './open-streams.ts'
import { sendRange } from './send-range.ts'

type Exchange = {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly streams: OpenStreams
  readonly films: OpenFilms
}

/**
 * Sends stored bytes or the requested range (RFC 9110, sections 13 and 14). The key is a hash of the bytes, so it is
 * their strong ETag. With MEDIA_ACCEL the proxy sends them, instructed by a header.
 */
export async function sendMediaFile(
  { media, config }: Pick<Services, 'media' | 'config'>,
  exchange: Exchange,
  key: string,
  reader: Reader,
): Promise<FastifyReply | Problem> {
  if (config.mediaAccel === 'nginx') return exchange.reply.headers(forNginx(key)).send()
  try {
    return await sendBytes(media, exchange, key, reader)
  } catch (error) {
    for (const name of headersOfBytes) exchange.reply.removeHeader(name)
    throw error
  }
}

async function sendBytes(
  media: Services['media'],
  exchange: Exchange,
  key: string,
  reader: Reader,
): Promise<FastifyReply | Problem> {
  const { request, reply, films } = exchange
  const etag = `"${key}"`
  reply.headers({ 'accept-ranges': 'bytes', 'content-type': mediaMimeType(key), etag })
  const known = request.headers['if-none-match']
  if (known !== undefined && matchesEtag(known, etag)) return reply.status(304).send()
  if (request.method === 'HEAD') return sendHead(reply, await media.size(key))

  const ifRange = request.headers['if-range']?.toString()
  const file = await films.open(key)
  if (!file) throw new Error(`The media file ${key} is not in the media store`)
  const asked = rangeApplies(ifRange, etag) ? request.headers.range : undefined
  const range = byteRange(asked, file.size)
  if (range === 'unsatisfiable' || file.size === 0) {
    await file.close()
    if (file.size === 0 && range === 'whole') return reply.header('content-length', '0').send()
    return refuseRange(reply, file.size)
  }
  await stream(exchange, file, range, reader)
  return reply
}

/** Headers with which nginx sends stored bytes itself, including ETag and ranges. */
export function forNginx(key: string): Record<string, string> {
  return { 'content-type': mediaMimeType(key), 'x-accel-redirect': `/guarded-media/${key}` }
}

function sendHead(reply: FastifyReply, sizeBytes: number | undefined): FastifyReply {
  if (sizeBytes === undefined) throw new Error('A media file is not in the media store')
  return reply.header('content-length', String(sizeBytes)).send()
}

function refuseRange(reply: FastifyReply, sizeBytes: number): Problem {
  reply.removeHeader('etag').removeHeader('content-type').header('content-range', `bytes */${sizeBytes}`)
  return new Problem('range-not-satisfiable')
}

const headersOfBytes = ['accept-ranges', 'content-type', 'etag', 'content-length', 'content-range']

/** Bypasses Fastify's streams, which cost three times as much, and writes the reply directly. */
async function stream(
  { request, reply, streams }: Exchange,
  file: OpenMediaFile,
  asked: ByteRange | 'whole',
  reader: Reader,
): Promise<void> {
  const range = asked === 'whole' ? { first: 0, last: file.size - 1 } : asked
  reply.header('content-length', String(range.last - range.first + 1))
  if (asked !== 'whole') reply.header('content-range', `bytes ${range.first}-${range.last}/${file.size}`)
  const response: ServerResponse = reply.raw
  const begin = () => {
    reply.status(asked === 'whole' ? 200 : 206).hijack()
    // a paused player reads nothing for minutes: the sweep of open streams ends it, not the socket's timeout
    if (request.raw.socket instanceof Socket) request.raw.socket.setTimeout(0)
    response.writeHead(reply.statusCode, reply.getHeaders() as OutgoingHttpHeaders)
  }
  const open = streams.add({ ...reader, cut: () => response.destroy() })
  try {
    await sendRange(file, range, response, { begin, moved: open.moved })
  } catch (error) {
    if (!reply.sent) throw error
    request.log.error({ err: error }, 'a media file could not be read to its end')
    // the head has promised more bytes: only a broken connection tells the client that they are missing
    response.destroy()
  } finally {
    open.done()
    await file.close()
  }
}
