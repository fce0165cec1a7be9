import type { FastifyInstance } from 'fastify'
import type { Call } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { Problem } from '#server/runtime/problem.ts'
import type { Services } from '#server/services/services.ts'

/**
 * Refuses calls at once (503, come again in some seconds) while as many queries as `DATABASE_QUEUE` says wait for a
 * connection to the database: what is under way gets done in good time, instead of everything too late
 * (decisions/023-overload.md). Nothing is known yet of who asks, so a refusal costs next to nothing.
 *
 * Never refused are pages, films and other ready bytes, which need no query or hardly any, health, and what payment
 * providers tell.
 */
export function registerOverload(app: FastifyInstance, { database, config }: Services): void {
  const { pool } = database
  app.addHook('onRequest', (request, reply, next) => {
    const { call } = request.routeOptions.config
    if (!call || pool.waitingCount < config.databaseQueue || isNeverRefused(call)) next()
    else reply.send(new Problem('unavailable', { retryAfterSeconds: comeAgainSeconds() }))
  })
}

function isNeverRefused(call: Call): boolean {
  return (call.actor === 'anyone' && call.conditional) || call.actor === 'signed' || health.has(call)
}

const health: ReadonlySet<Call> = new Set([calls.healthLive, calls.healthReady])

/** One to three: those who are refused together must not come again together. */
function comeAgainSeconds(): number {
  return 1 + Math.floor(Math.random() * 3)
}
