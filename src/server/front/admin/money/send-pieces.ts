import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** Sends a file in pieces as they are made, so that its size does not matter. */
export function sendPieces(
  reply: FastifyReply,
  file: { readonly name: string; readonly type: string; readonly pieces: AsyncIterable<string | Uint8Array> },
): 'sent' {
  reply
    .type(file.type)
    .header('content-disposition', `attachment; filename="${file.name}"`)
    .header('x-content-type-options', 'nosniff')
    .send(Readable.from(file.pieces, { objectMode: false }))
  return 'sent'
}
