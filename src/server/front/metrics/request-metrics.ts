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
  const routes = new Map<string, RouteCounts>()
  new Counter({
    name: 'lectern_http_response_bytes_total',
    help: 'Bytes sent in replies, with their headers.',
    labelNames: ['route'],
    registers,
    collect() {
      this.reset()
      for (const [route, { sentBytes }] of routes) this.inc({ route }, sentBytes)
    },
  })
  new Gauge({
    name: 'lectern_http_requests_open',
    help: 'Requests that are being answered.',
    labelNames: ['route'],
    registers,
    collect() {
      for (const [route, { open }] of routes) this.set({ route }, open)
    },
  })
  const countsOf = (route: string): RouteCounts => {
    const known = routes.get(route)
    if (known) return known
    const counts = { route, open: 0, sentBytes: 0 }
    routes.set(route, counts)
    return counts
  }
  app.decorateRequest('routeCounts')
  app.decorateRequest('bytesBefore', 0)
  app.addHook('onRequest', (request, _reply, next) => {
    request.routeCounts = countsOf(request.routeOptions.url ?? 'none')
    request.routeCounts.open += 1
    request.bytesBefore = bytesWritten(request)
    next()
  })
  app.addHook('onResponse', (request, reply, next) => {
    const { routeCounts: counts, method } = request
    if (!counts) return next()
    counts.open -= 1
    counts.sentBytes += bytesWritten(request) - request.bytesBefore
    duration.observe({ method, route: counts.route, status: reply.statusCode }, reply.elapsedTime / 1_000)
    next()
  })
}

/** Plain numbers, of which metrics are made when they are read: each change of a metric would cost a microsecond. */
type RouteCounts = { readonly route: string; open: number; sentBytes: number }

/** Bytes sent so far on the request's connection; 0 for an injected request. */
const bytesWritten = ({ raw }: FastifyRequest) => raw.socket.bytesWritten ?? 0

declare module 'fastify' {
  interface FastifyRequest {
    /** Where metrics are measured. */
    routeCounts: RouteCounts | undefined
    /** Bytes that its connection had sent when it came. */
    bytesBefore: number
  }
}
