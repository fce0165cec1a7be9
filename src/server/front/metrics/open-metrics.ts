import type { FastifyInstance } from 'fastify'
import type * as z from 'zod/mini'
import type { Health } from '#contract/site/site.ts'
import type { Services } from '#server/platform/services/services.ts'
import { processMetrics } from './process-metrics.ts'
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
