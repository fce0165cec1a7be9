import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** A whole file, or its pieces as they are made, so that its size does not matter. */
type Content = string | AsyncIterable<string | Uint8Array>

/** Sends a file to be stored under its name. */
export function sendFile(
  reply: FastifyReply,
  { name, type, content }: { readonly name: string; readonly type: string; readonly content: Content },
): 'sent' {
  reply
    .type(type)
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(typeof content === 'string' ? content : Readable.from(content, { objectMode: false }))
  return 'sent'
}

export function sendCsv(reply: FastifyReply, name: string, content: Content): 'sent' {
  return sendFile(reply, { name, type: 'text/csv; charset=utf-8', content })
}
