import type { FastifyInstance } from 'fastify'
import { calls } from '#contract/calls.ts'
import type { Services } from '#server/platform/services/services.ts'
import { openPreSession } from './cookies.ts'
import { openApi } from './openapi.ts'
import { type ReadyBytes, readyBytes, sendReadyBytes } from './ready-bytes.ts'
import { route } from './route.ts'

/** Registers the calls about the host: CSRF tokens, and the API description. */
export function registerHostCalls(
  app: FastifyInstance,
  services: Pick<Services, 'config' | 'clock' | 'random'>,
): void {
  route(app, calls.csrfToken, ({ visitor, reply }) => {
    const { token, expiresAt } = app.csrfTokens.issue(
      visitor.browserHash ?? openPreSession(services, reply),
      services.clock.real(),
    )
    return { status: 200, body: { token, expiresAt: expiresAt.toISOString() } }
  })
  // rarely requested, and a tenth of the startup time
  let description: Promise<ReadyBytes> | undefined
  route(app, calls.openApi, async ({ request, reply }) => {
    description ??= readyBytes('application/json', Buffer.from(JSON.stringify(openApi(services.config))))
    sendReadyBytes(request, reply, await description)
    return 'sent' as const
  })
}
