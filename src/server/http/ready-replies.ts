import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { clientAddress, clientNetwork, type TrustsProxy } from './client-network.ts'
import { standstillMs } from './connections.ts'
import type { HostRefusal } from './host-names.ts'
import { matchesEtag, type Variant } from './ready-bytes.ts'
import { type ReadyHead, readyHead, writeReadyHead } from './ready-head.ts'
import { logRequest } from './request-log.ts'
import type { Viewer } from './visitor.ts'

/** A reply of status 200 whose bytes are there already, and for whom they were made. */
export type ReadyReply = {
  readonly variant: Pick<Variant, 'bytes' | 'headers'> & Partial<Pick<Variant, 'etag'>>
  readonly viewer?: Pick<Viewer, 'userId'> | undefined
}

/** What is known of a GET or HEAD before anything is found out about it. */
export type Asked = {
  /** Of its address, without the query. */
  readonly path: string
  /** The query with its question mark; empty where there is none. */
  readonly search: string
  readonly headers: IncomingHttpHeaders
}

/** The bytes that a request is answered with, where they are at hand. Never for anything but what is the whole reply. */
type Find = (asked: Asked) => ReadyReply | undefined

/** Replies that are at hand: each room says which are its own. */
type ReadyReplies = {
  /** Those of one path, spelled just like this. */
  at(path: string, find: Find): void
  /** Those of many paths; asked in turn, and only where no path of its own is meant. */
  elsewhere(find: Find): void
}

type Door = {
  /** What every reply carries, by lower-case name, unless the bytes bring their own. */
  readonly headers: Readonly<Record<string, string>>
  readonly refusal: HostRefusal
  readonly trusts: TrustsProxy | false
  readonly log: FastifyBaseLogger
}

/**
 * Answers whatever has its bytes at hand before anything else is found out about the request but that its host is ours: its
 * head is made once for each variant, router and hooks are passed by, and the log's line is written all the same.
 * Everything else goes the usual way, which may leave bytes for the next. Once the site is closing all go the usual way,
 * which ends their connections.
 */
export function registerReadyReplies(app: FastifyInstance, { headers, refusal, trusts, log }: Door): void {
  const own = new Map<string, Find>()
  const others: Find[] = []
  const ready: ReadyReplies = {
    at: (path, find) => void own.set(path, find),
    elsewhere: (find) => void others.push(find),
  }
  app.decorate('readyReplies', ready)

  const find = (request: IncomingMessage): ReadyReply | undefined => {
    const asked = askedBy(request)
    if (!asked || refusal(request)) return undefined
    const one = own.get(asked.path)
    if (one) return one(asked)
    for (const other of others) {
      const found = other(asked)
      if (found) return found
    }
    return undefined
  }

  /** Nobody stands behind this door who would catch what is thrown: the usual way may still have an answer, or says what is wrong. */
  const findOrLog = (request: IncomingMessage): ReadyReply | undefined => {
    try {
      return find(request)
    } catch (error) {
      log.error({ err: error }, 'what is at hand for a request could not be found')
      return undefined
    }
  }

  const heads = new WeakMap<ReadyReply['variant'], Heads>()
  const headsOf = (variant: ReadyReply['variant']): Heads => {
    const known = heads.get(variant)
    if (known) return known
    const made = headsFor(variant, headers)
    heads.set(variant, made)
    return made
  }

  const answer = (request: IncomingMessage, response: ServerResponse, found: ReadyReply) => {
    send(request, response, headsOf(found.variant), found.variant)
    // by then a connection that is gone no longer knows whose it was
    const network = clientNetwork(clientAddress(request, trusts))
    whenSent(request, response, (milliseconds) =>
      logRequest(log, request, {
        status: response.statusCode,
        milliseconds,
        userId: found.viewer?.userId,
        network,
      }),
    )
  }

  let closing = false
  app.addHook('preClose', (done) => {
    closing = true
    done()
  })
  // in place of Fastify's own listener, which is what `routing` is
  app.server.removeAllListeners('request').on('request', (request, response) => {
    const found = closing ? undefined : findOrLog(request)
    if (found) answer(request, response, found)
    else app.routing(request, response)
  })
}

/** Undefined for what has no reply at hand: a question that brings a body is answered by who knows how much of it may be read. */
function askedBy({ method, url = '', headers }: IncomingMessage): Asked | undefined {
  if (method !== 'GET' && method !== 'HEAD') return undefined
  if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) return undefined
  const end = url.indexOf('?')
  return end < 0
    ? { path: url, search: '', headers }
    : { path: url.slice(0, end), search: url.slice(end), headers }
}

type Heads = { readonly whole: ReadyHead; readonly unchanged: ReadyHead; readonly body: Buffer | string }

/** Up to so many bytes, Node writes head and body as one string in one piece, without setting memory aside for it. */
const onePieceBytes = 14 * 1024

function headsFor(variant: ReadyReply['variant'], headers: Readonly<Record<string, string>>): Heads {
  const { 'content-type': type, 'content-encoding': encoding, ...always } = { ...headers, ...variant.headers }
  const body = {
    ...(type !== undefined && { 'content-type': type }),
    ...(encoding !== undefined && { 'content-encoding': encoding }),
    'content-length': String(variant.bytes.length),
  }
  const { bytes } = variant
  return {
    whole: readyHead(200, { ...always, ...body }),
    unchanged: readyHead(304, always),
    // a character for each byte
    body: bytes.length <= onePieceBytes ? bytes.toString('latin1') : bytes,
  }
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  { whole, unchanged, body }: Heads,
  { etag }: ReadyReply['variant'],
): void {
  const known = request.headers['if-none-match']
  const isKnown = known !== undefined && etag !== undefined && matchesEtag(known, etag)
  writeReadyHead(request, response, isKnown ? unchanged : whole)
  if (isKnown || request.method === 'HEAD') response.end()
  else response.end(body, 'latin1')
}

/**
 * Most replies have gone out by now; who does not read the rest, or those before it, may not take for ever. Tells how many
 * milliseconds it took.
 */
function whenSent(
  { socket: from }: IncomingMessage,
  response: ServerResponse,
  then: (milliseconds: number) => void,
): void {
  const { socket } = response
  if (socket && socket.writableLength === 0) {
    then(0)
    return
  }
  if (from instanceof Socket) from.setTimeout(standstillMs)
  const began = performance.now()
  response.once('close', () => then(Math.round(performance.now() - began)))
}

declare module 'fastify' {
  interface FastifyInstance {
    readyReplies: ReadyReplies
  }
}
