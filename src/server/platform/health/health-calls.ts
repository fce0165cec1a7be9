import type { FastifyInstance } from 'fastify'
import { calls } from '#contract/calls.ts'
import { route } from '#server/platform/http/route.ts'
import type { UpkeepWatch } from '#server/platform/jobs/upkeep-watch.ts'
import type { Services } from '#server/platform/services/services.ts'
import { checkHealth, type Watches } from './health.ts'
import { watchMailServer } from './mail-server-watch.ts'

/** Registers the probes for monitoring: liveness and readiness. Returns what readiness answers. */
export function registerHealthCalls(
  app: FastifyInstance,
  services: Services,
  upkeep: UpkeepWatch,
): () => ReturnType<typeof checkHealth> {
  const watches: Watches = { upkeep, mailServer: watchMailServer(services) }
  const check = () => checkHealth(services, watches)
  const anonymous = { anonymous: true } as const
  route(app, calls.healthLive, () => ({ status: 200, body: { status: 'ok' as const } }), anonymous)
  route(
    app,
    calls.healthReady,
    async () => {
      const health = await check()
      return health.status === 'failing' ? { status: 503, body: health } : { status: 200, body: health }
    },
    anonymous,
  )
  return check
}
