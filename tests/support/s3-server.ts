import crypto from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import type { S3Place } from '#server/platform/outside/s3/ask-s3.ts'

/** Returns true if it has answered the request itself, as a faulty storage would. A slow one resolves late. */
type Fault = (request: IncomingMessage, response: ServerResponse) => boolean | Promise<boolean>

export type S3Server = {
  readonly place: S3Place
  /** As settings of a site, which keeps its media here. */
  readonly settings: Readonly<Record<string, string>>
  /** Sees each request first. */
  fault: Fault | undefined
  /** Method and address of each request. */
  readonly asked: string[]
  /** Accepts no further connection until `open`. */
  close(): Promise<void>
  open(): Promise<void>
  stop(): Promise<void>
}

/** An S3 storage on this machine, which verifies signatures, with an empty bucket. */
export async function startS3(): Promise<S3Server> {
  const directory = mkdtempSync(join(tmpdir(), 'lectern-s3-'))
  const bucket = 'films'
  const storage = new S3rver({
    directory,
    silent: true,
    vhostBuckets: false,
    configureBuckets: [{ name: bucket }],
  })
  await storage.configureBuckets()
  replaceDes()
  const answer = storage.callback()
  const asked: string[] = []
  const server = createServer(async (request, response) => {
    asked.push(`${request.method} ${request.url}`)
    if (!(await s3.fault?.(request, response))) answer(request, response)
  })
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  await listen(0)
  const { port } = server.address() as AddressInfo
  const endpoint = `http://127.0.0.1:${port}`
  const key = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  const s3: S3Server = {
    place: { endpoint, region: 'us-east-1', bucket, prefix: 'site/', ...key },
    settings: {
      MEDIA_URL: `s3://${bucket}/site`,
      S3_ENDPOINT: endpoint,
      S3_ACCESS_KEY_ID: key.accessKeyId,
      S3_SECRET_ACCESS_KEY: key.secretAccessKey,
    },
    fault: undefined,
    asked,
    close,
    open: () => listen(port),
    async stop() {
      if (server.listening) await close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
  return s3
}

let isDesReplaced = false

/** The storage encrypts the tokens of lists with more than 1,000 keys by DES, which OpenSSL 3 refuses. */
function replaceDes(): void {
  const { createCipheriv, createDecipheriv } = crypto
  if (isDesReplaced) return
  isDesReplaced = true
  const twice = (key: Buffer) => Buffer.concat([key, key])
  crypto.createCipheriv = ((name: string, key: Buffer, iv: Buffer) =>
    name === 'des' ? createCipheriv('aes-128-ecb', twice(key), null) : createCipheriv(name, key, iv)) as never
  crypto.createDecipheriv = ((name: string, key: Buffer, iv: Buffer) =>
    name === 'des'
      ? createDecipheriv('aes-128-ecb', twice(key), null)
      : createDecipheriv(name, key, iv)) as never
}
