import type { FastifyInstance } from 'fastify'
import { calls } from '#contract/calls.ts'
import { route } from '#server/platform/http/route.ts'
import type { Services } from '#server/platform/services/services.ts'
import { findAtDesk } from './find-at-desk.ts'
import { sendPeople } from './people-file.ts'
import { showPeople } from './show-people.ts'

/** Registers the admin's calls about people. */
export function registerPeopleCalls(app: FastifyInstance, services: Services): void {
  route(app, calls.people, (context) => showPeople(services, context))
  route(app, calls.peopleCsv, (context) => sendPeople(services, context))
  route(app, calls.findAtDesk, (context) => findAtDesk(services, context))
}
