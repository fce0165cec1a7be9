import { AsyncResource } from 'node:async_hooks'
import { finished } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { Call } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'
import { createAdmission } from './admission.ts'
import { clientNetwork } from './client-network.ts'
import { readToken } from './cookies.ts'

/**
 * Queues calls while as many queries as `DATABASE_QUEUE` wait for a database connection, and refuses those that have
 * waited too long (503 with Retry-After): running calls finish in time, where otherwise all would be late
 * (decisions/023-overload.md). The session has not been looked up yet, so a refusal costs almost nothing.
 *
 * Pages, videos and other cached bytes, health, and webhooks are neither queued nor refused.
 */
export function registerOverload(
  app: FastifyInstance,
  { database, config }: Pick<Services, 'config' | 'database'>,
): void {
  const { pool } = database
  const admission = createAdmission(() => config.databaseQueue - pool.waitingCount)
  app.addHook('onRequest', (request, reply, next) => {
    const { call } = request.routeOptions.config
    if (!call || isNeverRefused(call)) return next()
    const asker = { session: readToken(request, config, 'session'), network: clientNetwork(request.ip) }
    const decide = (admitted: boolean) => {
      if (admitted) return next()
      reply.header('connection', 'close')
      reply.send(new Problem('unavailable', { retryAfterSeconds: comeAgainSeconds() }))
    }
    // a queued call keeps its async context, with its language, not that of the call before it
    const pass = admission.ask(asker, AsyncResource.bind(decide))
    finished(reply.raw, () => pass.left())
  })
}

function isNeverRefused(call: Call): boolean {
  return (call.actor === 'anyone' && call.conditional) || call.actor === 'signed' || health.has(call)
}

const health: ReadonlySet<Call> = new Set([calls.healthLive, calls.healthReady])

/** One to three, at random: clients refused together must not return together. */
function comeAgainSeconds(): number {
  return 1 + Math.floor(Math.random() * 3)
}
