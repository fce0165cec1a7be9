import type { FastifyInstance, FastifyRequest } from 'fastify'
import { calls } from '#contract/calls.ts'
import { route } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'
import { receiveEvent } from './receive-event.ts'

/** Webhooks have a few kilobytes. */
const largestBytes = 65_536

/**
 * Registers the webhook. Its signature covers the raw bytes, so only here the body stays unparsed. An event is
 * acknowledged once stored, and processed afterwards. 400 for an invalid or old signature, 503 if it cannot be stored:
 * then the provider retries.
 */
export async function registerWebhook(
  app: FastifyInstance,
  services: Pick<Services, 'database' | 'clock' | 'payments' | 'queue'>,
): Promise<void> {
  const rawBodies = new WeakMap<FastifyRequest, Buffer>()
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: largestBytes }, (request, body, done) => {
      rawBodies.set(request, body as Buffer)
      done(null, undefined)
    })
    route(scope, calls.webhook, async ({ params, request }) => {
      const provider = services.payments.get(params.provider)
      if (!provider) return new Problem('not-found')
      const event = provider.parseWebhook(request, rawBodies.get(request) ?? Buffer.alloc(0))
      if (!event) return new Problem('malformed')
      await receiveEvent(services, provider.name, event)
      return { status: 200, body: { received: true } } as const
    })
  })
}
