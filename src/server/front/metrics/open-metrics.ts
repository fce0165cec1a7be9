import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type * as z from 'zod/mini'
import type { Health } from '#contract/site/site.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Services } from '#server/platform/services/services.ts'
import { measureRequests } from './request-metrics.ts'
import { listenForMetrics, metricsText, registerMetrics } from './serve-metrics.ts'
import { addSiteMetrics } from './site-metrics.ts'

type MetricsServices = Pick<Services, 'clock' | 'config' | 'database' | 'log' | 'random'>

/**
 * Measures the site for Prometheus where METRICS_PORT or METRICS_TOKEN is set: requests from now on, so that it is
 * called before routes are registered. Returns what serves the metrics once readiness can be checked; it throws
 * `StartProblem` for a port in use.
 */
export function openMetrics(
  app: FastifyInstance,
  services: MetricsServices,
): (health: () => Promise<z.output<typeof Health>>) => Promise<void> {
  const { config, random } = services
  if (config.metrics.port === undefined && config.metrics.token === undefined) return async () => undefined
  const registry = processMetrics(services.database)
  measureRequests(app, registry)
  return async (health) => {
    const { refresh } = addSiteMetrics(registry, services, { process: random.token(), health })
    const text = metricsText(registry, refresh)
    registerMetrics(app, config, text)
    const server = await listenForMetrics(config, text)
    app.addHook('onClose', async () => server?.close())
  }
}

/** prom-client's gauges of handles and requests, whose names end like counters' (`promtool check metrics`). */
const misnamed = /^nodejs_active_/

/** Metrics of one process: processor, memory, event loop, garbage collection, and its connections to the database. */
function processMetrics({ pool }: Pick<Database, 'pool'>): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  for (const { name } of registry.getMetricsAsArray())
    if (misnamed.test(name)) registry.removeSingleMetric(name)
  new Gauge({
    name: 'lectern_database_connections',
    help: 'Connections to the database by use, and queries that wait for one.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'used' }, pool.totalCount - pool.idleCount)
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'awaited' }, pool.waitingCount)
    },
  })
  return registry
}
