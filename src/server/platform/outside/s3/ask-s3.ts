import { createHash } from 'node:crypto'
import { AwsV4Signer } from 'aws4fetch'
import { MediaAway } from '#server/platform/outside/media-store.ts'

/** A bucket, the beginning of its keys and the credentials for it. `endpoint` has no trailing slash. */
export type S3Place = {
  readonly endpoint: string
  readonly region: string
  readonly bucket: string
  /** Empty, or ends with a slash. */
  readonly prefix: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

type S3Request = {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
  /** Without the prefix; if missing, the bucket is addressed. */
  readonly key?: string
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Buffer
  /** Bytes of the longest acceptable reply. */
  readonly mostBytes?: number
}

/** A reply of the storage, read to its end. */
export type S3Reply = { readonly status: number; readonly headers: Headers; readonly body: Buffer }

export type AskS3 = {
  /** Address that anyone can send a GET request to until so many seconds have passed. */
  address(key: string, seconds: number): Promise<string>

  /**
   * Sends a request, at most three times. Returns the reply, even a refusal. Throws `MediaAway` without a reply, and for a
   * fault of the storage (5xx, 429) other than a lack of space.
   */
  ask(request: S3Request): Promise<S3Reply>
  /** Whether the last request failed. */
  isAway(): boolean
  /** Returns the fault of a reply that is not the expected one, and counts it as a failure. */
  fault(reply: S3Reply): MediaAway
}

/** Milliseconds without a byte after which the storage counts as silent. */
const silenceMs = 10_000
/** Milliseconds for a whole reply, and for the upload of a part. */
const wholeWithinMs = 120_000
const pausesMs = [100, 400]
const xmlBytes = 4 * 1024 * 1024

/**
 * Sends requests to an S3 storage in path style, signed by Signature Version 4. A storage that sends nothing for `withinMs`
 * milliseconds is given up; one that is slow has two minutes for a reply.
 */
export function openS3(place: S3Place, withinMs = silenceMs): AskS3 {
  let away = false
  const awayBecause = (reason: string) =>
    new MediaAway(`The media storage ${place.endpoint}/${place.bucket} ${reason}.`)
  return {
    async address(key, seconds) {
      const url = urlOf(place, { key, query: { 'X-Amz-Expires': String(seconds) } })
      return (await sign(place, { method: 'GET', url, signQuery: true })).url.href
    },
    async ask(request) {
      for (let attempt = 0; ; attempt += 1) {
        const reply = await send(place, request, withinMs).catch((error: Error) => error)
        away = reply instanceof Error || (isItsFault(reply) && !isFull(reply))
        if (!away && !(reply instanceof Error)) return reply
        const pauseMs = pausesMs[attempt]
        const isTimeout = reply instanceof Error && reply.name === 'TimeoutError'
        if (pauseMs === undefined || isTimeout)
          throw awayBecause(reply instanceof Error ? `does not answer: ${causeOf(reply)}` : saidBy(reply))
        await new Promise((resolve) => setTimeout(resolve, pauseMs))
      }
    },
    isAway: () => away,
    fault(reply) {
      away = true
      return awayBecause(saidBy(reply))
    },
  }
}

async function send(
  place: S3Place,
  { method, headers = {}, body, mostBytes = xmlBytes, ...names }: S3Request,
  withinMs: number,
): Promise<S3Reply> {
  // the storage refuses bytes that have changed on the way
  const hash = createHash('sha256')
    .update(body ?? '')
    .digest('hex')
  const signed = await sign(place, {
    method,
    url: urlOf(place, names),
    headers: { ...headers, 'x-amz-content-sha256': hash },
  })
  const silence = new AbortController()
  const giveUp = () => silence.abort(new DOMException('it sent nothing for too long', 'TimeoutError'))
  // it replies to an upload when it has all of it
  const timer = setTimeout(giveUp, body ? wholeWithinMs : withinMs)
  try {
    const response = await fetch(signed.url, {
      method,
      headers: signed.headers,
      redirect: 'manual',
      signal: AbortSignal.any([silence.signal, AbortSignal.timeout(wholeWithinMs)]),
      ...(body && { body: new Uint8Array(body.buffer as ArrayBuffer, body.byteOffset, body.length) }),
    })
    return {
      status: response.status,
      headers: response.headers,
      body: await bodyOf(response, mostBytes, () => timer.refresh()),
    }
  } finally {
    clearTimeout(timer)
  }
}

function urlOf({ endpoint, bucket, prefix }: S3Place, { key, query = {} }: Pick<S3Request, 'key' | 'query'>) {
  const url = new URL(`${endpoint}/${bucket}${key === undefined ? '' : `/${prefix}${key}`}`)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.href
}

function sign(
  { region, accessKeyId, secretAccessKey }: S3Place,
  request: Pick<ConstructorParameters<typeof AwsV4Signer>[0], 'method' | 'url' | 'headers' | 'signQuery'>,
) {
  return new AwsV4Signer({ ...request, region, accessKeyId, secretAccessKey, service: 's3' }).sign()
}

/** `heard` is called when the head and each chunk have come. */
async function bodyOf({ body }: Response, mostBytes: number, heard: () => void): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  heard()
  for await (const chunk of body ?? []) {
    heard()
    bytes += chunk.length
    if (bytes > mostBytes) throw new Error('sends more than it was asked for')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function isItsFault({ status }: S3Reply): boolean {
  return status >= 500 || status === 429
}

/** Returns whether the storage has no room: by HTTP, of MinIO, Garage and Ceph, and of Hetzner and other quotas. */
export function isFull(reply: S3Reply): boolean {
  return (
    reply.status === 507 ||
    /StorageFull|InsufficientStorage|InsufficientCapacity|QuotaExceeded|NoSpace/.test(errorCode(reply))
  )
}

/** `<Code>` of an error reply; empty in replies to HEAD. */
function errorCode({ body }: S3Reply): string {
  return /<Error>[\s\S]*?<Code>(\w{1,60})<\/Code>/.exec(body.toString())?.[1] ?? ''
}

function saidBy(reply: S3Reply): string {
  return `replies ${[reply.status, errorCode(reply)].filter(Boolean).join(' ')}`
}

const causeOf = ({ message, cause }: Error) => (cause instanceof Error ? cause.message : message)
