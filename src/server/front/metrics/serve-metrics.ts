import { timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import type { Config } from '#server/platform/config/config.ts'
import { portProblem } from '#server/platform/http/listen.ts'
import { Problem } from '#server/platform/runtime/problem.ts'

/** Metrics as Prometheus reads them. */
export type MetricsText = { readonly contentType: string; readonly text: () => Promise<string> }

/** Returns the metrics of a registry as text, refreshed for each request; requests at the same time share one reading. */
export function metricsText(registry: Registry, refresh: () => Promise<void>): MetricsText {
  let running: Promise<string> | undefined
  const read = async () => {
    await refresh()
    return registry.metrics()
  }
  return {
    contentType: registry.contentType,
    text() {
      running ??= read().finally(() => {
        running = undefined
      })
      return running
    },
  }
}

/**
 * Serves `GET /metrics` at the address of the site, for requests with METRICS_TOKEN. Without the setting the page does
 * not exist.
 */
export function registerMetrics(
  app: FastifyInstance,
  { metrics }: Pick<Config, 'metrics'>,
  { contentType, text }: MetricsText,
): void {
  const { token } = metrics
  if (token === undefined) return
  app.get('/metrics', { config: { anonymous: true } }, async (request, reply) =>
    hasToken(request.headers.authorization, token)
      ? reply
          .type(contentType)
          .header('cache-control', 'no-store')
          .send(await text())
      : new Problem('not-found'),
  )
}

/**
 * Serves `GET /metrics` at METRICS_HOST and METRICS_PORT; METRICS_TOKEN, where set, is required. Returns undefined without
 * the setting. Throws `StartProblem` for a port in use.
 */
export async function listenForMetrics(
  { metrics: { port, host, token } }: Pick<Config, 'metrics'>,
  { contentType, text }: MetricsText,
): Promise<Server | undefined> {
  if (port === undefined) return undefined
  const answer = async (request: IncomingMessage) => {
    if (request.url?.split('?')[0] !== '/metrics' || request.method !== 'GET')
      return { status: 404, body: '' }
    if (token !== undefined && !hasToken(request.headers.authorization, token))
      return { status: 401, body: '' }
    return { status: 200, body: await text() }
  }
  const server = createServer((request, response) => {
    answer(request)
      .catch(() => ({ status: 500, body: '' }))
      .then(({ status, body }) => response.writeHead(status, { 'content-type': contentType }).end(body))
  })
  await new Promise<void>((listening, refuse) => {
    server.once('error', (error: NodeJS.ErrnoException) => refuse(portProblem(error, host, port, 'METRICS_')))
    server.listen({ host, port, exclusive: true }, listening)
  })
  return server
}

/** Compares in a time that does not depend on where the two differ. */
function hasToken(authorization: string | undefined, token: string): boolean {
  const [given, wanted] = [Buffer.from(authorization ?? ''), Buffer.from(`Bearer ${token}`)]
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
