import { Socket } from 'node:net'
import type { FastifyHttpOptions, FastifyInstance, FastifyRequest, RawServerDefault } from 'fastify'
import type { ProblemCode } from '#contract/problems.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'
import { isInAddress } from './long-addresses.ts'

/** Milliseconds for the arrival of a request. */
const arrivalMs = 12_000
/**
 * Milliseconds that a reader may stall; Node notices at its second check, so the connection ends after twice that time.
 */
const standstillMs = 7_000

/** Limits on size and pace of a connection's requests. */
export const connectionOptions = {
  bodyLimit: 100_000,
  requestTimeout: arrivalMs,
  keepAliveTimeout: 10_000,
  http: {
    maxHeaderSize: 16_384,
    headersTimeout: 8_000,
    connectionsCheckingInterval: 1_000,
    requireHostHeader: false,
    // no stream is created for requests without a body
    optimizeEmptyRequests: true,
  },
} satisfies FastifyHttpOptions<RawServerDefault>

/**
 * Refuses compressed bodies (a few bytes can expand to gigabytes), and ends connections whose client does not read, or
 * whose request was answered before it was read, or was answered once no more connections are taken.
 */
export function registerConnectionLimits(
  app: FastifyInstance,
  { stopping }: Pick<Services, 'stopping'>,
): void {
  app.addHook('onRequest', (_request, reply, next) => {
    // the proxy's next request goes to another process
    if (stopping.aborted && !app.server.listening) reply.header('connection', 'close')
    next()
  })
  app.addHook('preParsing', (request, reply, _payload, next) => {
    if (request.headers['content-encoding'] !== undefined) reply.send(new Problem('not-json'))
    else next()
  })
  app.addHook('onSend', (request, reply, _payload, next) => {
    // starts with the first byte of the reply; before that there is nothing to read
    if (request.raw.socket instanceof Socket) request.raw.socket.setTimeout(standstillMs)
    if (!request.raw.complete) {
      if (hasLongBody(request)) reply.header('connection', 'close')
      // Fastify would close it
      else if (reply.statusCode === 413) reply.removeHeader('connection')
    }
    next()
  })
}

/**
 * Bytes of a write's body that Node reads to its end after the reply. A proxy that still sends gets no reply from a
 * connection that closes; it lets parts of uploads through up to 16 MiB.
 */
const readAfterReply = 17 * 1024 * 1024

/** Whether a body is too long to be read after the reply. */
function hasLongBody({ method, headers }: FastifyRequest): boolean {
  const most = method === 'GET' || method === 'HEAD' ? connectionOptions.bodyLimit : readAfterReply
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > most
}

/**
 * Answers bytes that are not HTTP, and request heads that are too large or too slow: at that point only a socket
 * exists.
 */
export function answerClientError(
  headers: Readonly<Record<string, string>>,
): (error: NodeJS.ErrnoException & { rawPacket?: unknown }, socket: Socket) => void {
  return (error, socket) => {
    if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return
    const code: ProblemCode =
      error.code === 'HPE_HEADER_OVERFLOW'
        ? isInAddress(error.rawPacket)
          ? 'address-too-long'
          : 'headers-too-large'
        : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
          ? 'request-timeout'
          : 'malformed'
    const problem = new Problem(code)
    const body = JSON.stringify(problem.toBody('-'))
    const lines = Object.entries({
      ...headers,
      'content-type': 'application/problem+json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
    }).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.end(`HTTP/1.1 ${problem.status} ${code}\r\n${lines.join('')}\r\n${body}`)
    socket.destroySoon()
  }
}
