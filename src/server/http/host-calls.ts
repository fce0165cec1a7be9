import type { FastifyInstance } from 'fastify'
import { calls } from '#contract/calls.ts'
import type { Services } from '#server/services.ts'
import { checkHealth } from './health.ts'
import { openPreSession } from './pre-session.ts'
import { route } from './route.ts'

/** The calls that are about the host itself: tokens for writes, and whether it is well. */
export function registerHostCalls(app: FastifyInstance, services: Services): void {
  route(app, calls.csrfToken, ({ visitor, reply }) => {
    reply.header('cache-control', 'no-store')
    const { token, expiresAt } = app.csrfTokens.issue(
      visitor.browserHash ?? openPreSession(services, reply),
      services.clock.real(),
    )
    return { status: 200, body: { token, expiresAt: expiresAt.toISOString() } }
  })
  route(app, calls.healthLive, () => ({ status: 200, body: { status: 'ok' as const } }))
  route(app, calls.healthReady, async () => {
    const health = await checkHealth(services)
    return health.status === 'ok' ? { status: 200, body: health } : { status: 503, body: health }
  })
}
