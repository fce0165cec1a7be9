import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { Database } from '#server/platform/database/database.ts'

/** prom-client's gauges of handles and requests, whose names end like counters' (`promtool check metrics`). */
const misnamed = /^nodejs_active_/

/** Metrics of one process: processor, memory, event loop, garbage collection, and its connections to the database. */
export function processMetrics({ pool }: Pick<Database, 'pool'>): Registry {
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
