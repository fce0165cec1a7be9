import type { FastifyInstance } from 'fastify'
import { calls } from '#contract/calls.ts'
import { route } from '#server/platform/http/route.ts'
import type { Services } from '#server/platform/services/services.ts'
import { showToday } from './show-today.ts'

/** Registers the call of the first page of the desk. */
export function registerTodayCalls(
  app: FastifyInstance,
  services: Pick<Services, 'clock' | 'config' | 'database'>,
): void {
  route(app, calls.today, (context) => showToday(services, context))
}
