import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

type Encoding = 'identity' | 'gzip' | 'br'
/** The bytes in one encoding; without an ETag they are always sent. */
export type Variant = {
  readonly bytes: Buffer
  readonly etag?: string | undefined
  readonly headers: Readonly<Record<string, string>>
}

/** A public body, encoded once in every encoding, each with a strong ETag. */
export type ReadyBytes = Readonly<Record<Encoding, Variant>>

/** Above this size in bytes the best compression costs more time than it saves. */
const largeBytes = 256 * 1024

/**
 * Compresses a body off the main thread and creates its headers. The ETag is a hash of the plain bytes and the encoding
 * (RFC 9110, section 8.8.3), so that caches never confuse encodings. `further` headers are added to every reply;
 * `quality` is brotli's, 0 to 11.
 */
export async function readyBytes(
  contentType: string,
  body: Buffer,
  further: Readonly<Record<string, string>> = {},
  quality = body.length > largeBytes ? 5 : 11,
): Promise<ReadyBytes> {
  const [zipped, br] = await Promise.all([
    promisify(gzip)(body, { level: body.length > largeBytes ? 6 : 9 }),
    promisify(brotliCompress)(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: quality,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
  ])
  return readyBytesOf(contentType, { identity: body, gzip: zipped, br }, further)
}

/** The same for bodies that are already compressed; one no smaller than the plain bytes is left out. */
export function readyBytesOf(
  contentType: string,
  { identity: body, gzip: zipped, br: brotli }: Readonly<Record<Encoding, Buffer>>,
  further: Readonly<Record<string, string>> = {},
): ReadyBytes {
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 22)
  const variant = (encoding: Encoding, bytes: Buffer): Variant => {
    const etag = `"${hash}${encoding === 'identity' ? '' : `-${encoding}`}"`
    const headers = {
      'content-type': contentType,
      'cache-control': 'no-cache',
      vary: 'accept-encoding',
      ...further,
      etag,
      ...(encoding !== 'identity' && { 'content-encoding': encoding }),
    }
    return { bytes, etag, headers }
  }
  const identity = variant('identity', body)
  return {
    identity,
    gzip: zipped.length < body.length ? variant('gzip', zipped) : identity,
    br: brotli.length < body.length ? variant('br', brotli) : identity,
  }
}

/** Sends the encoding that the browser prefers. */
export function sendReadyBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  ready: ReadyBytes,
): FastifyReply {
  return sendVariant(request, reply, ready[preferredEncoding(request.headers['accept-encoding'])])
}

/** Sends the bytes, or 304 without a body where `If-None-Match` contains their ETag. */
export function sendVariant(
  request: FastifyRequest,
  reply: FastifyReply,
  { bytes, etag, headers }: Variant,
): FastifyReply {
  reply.headers(headers)
  const known = request.headers['if-none-match']
  if (known !== undefined && etag !== undefined && reply.statusCode === 200 && matchesEtag(known, etag))
    return reply.removeHeader('content-encoding').removeHeader('content-type').status(304).send()
  return reply.send(bytes)
}

/**
 * Returns whether an If-None-Match field matches an ETag: `*`, or by weak comparison (RFC 9110, section 13.1.2),
 * because compressing proxies weaken our ETags.
 */
export function matchesEtag(field: string, etag: string): boolean {
  if (field === etag || field.trim() === '*') return true
  const tags = field.match(/(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g) ?? []
  return tags.some((tag) => tag.replace(/^W\//, '') === etag)
}

/** Cached, because browsers send few different values. */
const preferences = new Map<string, Encoding>()

/**
 * Returns the preferred encoding of an Accept-Encoding field; among equals the smallest. Without the field: plain
 * bytes.
 */
export function preferredEncoding(field: string | string[] | undefined): Encoding {
  if (field === undefined) return 'identity'
  const text = String(field)
  const known = preferences.get(text)
  if (known) return known
  const preferred = readPreference(text)
  if (preferences.size < 100 && text.length < 200) preferences.set(text, preferred)
  return preferred
}

function readPreference(field: string): Encoding {
  const weights = new Map<string, number>()
  for (const part of field.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim())
    const weight = parameters.find((parameter) => /^q\s*=/.test(parameter))?.replace(/^q\s*=\s*/, '')
    const value = weight === undefined ? 1 : Number(weight)
    weights.set(name === 'x-gzip' ? 'gzip' : name, Number.isFinite(value) ? value : 0)
  }
  const weightOf = (encoding: Encoding) =>
    // plain bytes are acceptable unless refused, but a client that names an encoding prefers that one
    weights.get(encoding) ?? weights.get('*') ?? (encoding === 'identity' ? 0.0001 : 0)
  const candidates = (['br', 'gzip', 'identity'] as const).filter((encoding) => weightOf(encoding) > 0)
  return candidates.sort((a, b) => weightOf(b) - weightOf(a))[0] ?? 'identity'
}
