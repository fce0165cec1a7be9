import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

/** Upper bounds in seconds. */
const durations = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/**
 * Measures every request by method, route pattern and status: duration, bytes sent, and number of requests being
 * answered. Addresses without a route of their own count as `/*`, so that the number of series is bounded by the routes.
 */
export function measureRequests(app: FastifyInstance, registry: Registry): void {
  const registers = [registry]
  const duration = new Histogram({
    name: 'lectern_http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last of its reply.',
    labelNames: ['method', 'route', 'status'],
    buckets: durations,
    registers,
  })
  const sent = new Counter({
    name: 'lectern_http_response_bytes_total',
    help: 'Bytes sent in replies, with their headers.',
    labelNames: ['route'],
    registers,
  })
  const open = new Gauge({
    name: 'lectern_http_requests_open',
    help: 'Requests that are being answered.',
    labelNames: ['route'],
    registers,
  })
  const begun = new WeakMap<FastifyRequest, number>()
  app.addHook('onRequest', (request, _reply, next) => {
    begun.set(request, bytesWritten(request))
    open.inc({ route: routeOf(request) })
    next()
  })
  app.addHook('onResponse', (request, reply, next) => {
    const route = routeOf(request)
    open.dec({ route })
    sent.inc({ route }, bytesWritten(request) - (begun.get(request) ?? 0))
    duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1_000)
    next()
  })
}

const routeOf = (request: FastifyRequest) => request.routeOptions.url ?? 'none'

/** Bytes sent so far on the request's connection; 0 for an injected request. */
const bytesWritten = ({ raw }: FastifyRequest) => raw.socket.bytesWritten ?? 0
