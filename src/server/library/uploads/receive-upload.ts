import { Readable } from 'node:stream'
import { ByteLengthQueuingStrategy } from 'node:stream/web'
import type { Server } from '@tus/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { largestPartBytes } from '#contract/admin/library/admin-uploads.ts'
import type { Trx } from '#server/platform/database/tables.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { uploadFolder } from '#server/platform/outside/upload-folder.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import { openTusServer, type TusServices, uploadsPath } from './tus-server.ts'
import { findUpload, markComplete, type Upload } from './upload.store.ts'

/** What follows a complete upload, in the transaction that completes it. */
export type AfterUpload = (
  trx: Trx,
  upload: { uploadId: string; videoId: string; userId: string },
) => Promise<void>

export type Receiving = {
  readonly params: { readonly id: string }
  readonly viewer: { readonly userId: string }
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/**
 * Returns what receives uploads: `offset` answers how much has arrived, `part` appends bytes. Both answer 404 for the
 * uploads of others, and 423 `upload-busy` while another request appends; a part also 409 `upload-moved` at another
 * offset, 413 `too-large` beyond the end of the file, and 507 `no-space`. Either completes an upload whose last byte is
 * there: the process may have been killed right after that.
 */
export function receiveUploads(services: TusServices, afterUpload: AfterUpload) {
  let opening: Promise<Server> | undefined
  const tus = () => {
    opening ??= openTusServer(services)
    return opening
  }

  const answer = async (context: Receiving, upload: Upload): Promise<'sent' | Problem> => {
    const { status, headers } = await (await tus()).handleWeb(asked(context.request, upload.id))
    if (status >= 300) return problemOf(services, status, upload)
    const offset = Number(headers.get('upload-offset'))
    if (offset === upload.length) await complete(services, upload, context.viewer.userId, afterUpload)
    return send(context, upload, offset)
  }

  return {
    async offset(context: Receiving) {
      const upload = await find(services, context)
      if (!upload) return new Problem('not-found')
      // its file may have gone already
      if (upload.state === 'complete') return send(context, upload, upload.length)
      return answer(context, upload)
    },
    async part(context: Receiving) {
      const upload = await find(services, context)
      if (!upload) return new Problem('not-found')
      if (upload.state === 'complete') return new Problem('upload-moved')
      const bytes = Number(context.request.headers['content-length'] ?? Number.NaN)
      // of a part that does not say how long it is, the end would be cut off
      if (Number.isNaN(bytes)) return new Problem('malformed')
      if (bytes > largestPartBytes) return new Problem('too-large')
      return answer(context, upload)
    },
  }
}

function find({ database }: TusServices, { params, viewer }: Receiving): Promise<Upload | undefined> {
  return findUpload(database.db, { id: params.id, userId: viewer.userId })
}

/** The request as tus reads it: nothing but its own headers. */
function asked({ method, headers, raw }: FastifyRequest, id: string): Request {
  const names = ['tus-resumable', 'upload-offset', 'content-type', 'content-length'] as const
  const own = names.flatMap((name): [string, string][] => {
    const value = headers[name]
    return value === undefined ? [] : [[name, String(value)]]
  })
  const address = `http://localhost${uploadsPath}/${id}`
  if (method !== 'PATCH') return new Request(address, { method, headers: own })
  // without a strategy of bytes, thousands of chunks would be read ahead
  const strategy = new ByteLengthQueuingStrategy({ highWaterMark: 65_536 })
  // the types of browsers and of Node differ in what nobody uses here
  const body = Readable.toWeb(raw, { strategy }) as unknown as BodyInit
  return new Request(address, { method, headers: own, body, duplex: 'half' } as RequestInit)
}

function send({ request, reply }: Receiving, { length }: Upload, offset: number): 'sent' {
  const isPart = request.method === 'PATCH'
  reply
    .status(isPart ? 204 : 200)
    .headers({ 'tus-resumable': '1.0.0', 'upload-offset': String(offset) })
    .headers(isPart ? {} : { 'upload-length': String(length) })
    .send()
  return 'sent'
}

async function problemOf({ config }: TusServices, status: number, { length }: Upload): Promise<Problem> {
  if (status === 404 || status === 410) return new Problem('not-found')
  if (status === 409) return new Problem('upload-moved')
  if (status === 413) return new Problem('too-large')
  if (status === 423) return new Problem('upload-busy', { retryAfterSeconds: 2 })
  if (status < 500) return new Problem('malformed')
  // tus does not say why a file could not be written
  const { freeBytes } = await uploadFolder(config.mediaFolder).disk()
  if (freeBytes < Math.min(length, largestPartBytes)) return new Problem('no-space')
  throw new Error('a part of an upload could not be written')
}

async function complete(
  { database, clock }: TusServices,
  { id, video_id: videoId }: Upload,
  userId: string,
  afterUpload: AfterUpload,
): Promise<void> {
  await inTransaction(database.db, async (trx) => {
    if (await markComplete(trx, id, clock.real())) await afterUpload(trx, { uploadId: id, videoId, userId })
  })
}
