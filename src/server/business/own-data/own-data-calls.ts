import type { FastifyInstance } from 'fastify'
import { calls } from '#contract/calls.ts'
import { route } from '#server/platform/http/route.ts'
import type { Services } from '#server/platform/services/services.ts'
import { exportOwnData } from './export-own-data.ts'
import { keepAccount, requestDeletion } from './request-deletion.ts'

/** Registers the calls that export a user's data, delete it, and cancel the deletion. */
export function registerOwnDataCalls(app: FastifyInstance, services: Services): void {
  route(app, calls.exportOwnData, (context) => exportOwnData(services, context))
  route(app, calls.requestDeletion, (context) => requestDeletion(services, context))
  route(app, calls.keepAccount, (context) => keepAccount(services, context))
}
