import type { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'

/** Status and headers of a reply that is sent over and over. */
export type ReadyHead = {
  readonly status: number
  /** Names and values take turns. */
  readonly headers: string[]
  /** What Node has written before and after the line of its date, on a connection that stays. */
  written?: { readonly before: string; readonly after: string } | undefined
}

/** The head of such a reply; its names are in lower case. */
export function readyHead(status: number, headers: Readonly<Record<string, string>>): ReadyHead {
  return { status, headers: Object.entries(headers).flat() }
}

/**
 * Writes the head of a reply. Node puts every head together from its names and values, and checks them anew, which is a
 * sixth of what a reply costs whose bytes are at hand (decisions/042-documents.md). So what it has written once is used
 * again, but for the date. It is asked itself where it may write something else, and wherever it no longer keeps the text of
 * a head where it did: it says whether it has one.
 */
export function writeReadyHead(request: IncomingMessage, response: ServerResponse, head: ReadyHead): void {
  const usual = isUsual(request, response)
  if (usual && head.written) {
    keeper(response)._header = head.written.before + dateLine() + head.written.after
    if (response.headersSent) {
      response.statusCode = head.status
      return
    }
  }
  response.writeHead(head.status, head.headers)
  if (usual) head.written ??= writtenBy(response)
}

/** Whether Node writes the same head for all requests like this one. Without a connection, others read what it is asked for. */
function isUsual({ httpVersion, socket }: IncomingMessage, response: ServerResponse): boolean {
  return httpVersion === '1.1' && response.shouldKeepAlive && socket instanceof Socket
}

/** Node keeps the text of a head here until the first bytes of the body are sent; not documented. */
function keeper(response: ServerResponse): { _header?: unknown } {
  return response as unknown as { _header?: unknown }
}

function writtenBy(response: ServerResponse): ReadyHead['written'] {
  const [before, after, ...others] = String(keeper(response)._header).split(/^Date: .+\r\n/m)
  return before !== undefined && after?.endsWith('\r\n\r\n') && others.length === 0
    ? { before, after }
    : undefined
}

/** The time in the form of RFC 9110, section 5.6.7, formatted once a second. */
function dateLine(): string {
  const second = Math.floor(Date.now() / 1000)
  if (second !== date.second) date = { second, line: `Date: ${new Date(second * 1000).toUTCString()}\r\n` }
  return date.line
}
let date = { second: 0, line: '' }
