import type { FastifyInstance } from 'fastify'
import { calls } from '#contract/calls.ts'
import { route } from '#server/platform/http/route.ts'
import type { Services } from '#server/platform/services/services.ts'
import {
  orderBroadcast,
  previewBroadcast,
  showBroadcasts,
  stopBroadcast,
  testBroadcast,
} from './order-broadcast.ts'

/** Registers the admin's calls about broadcasts. */
export function registerBroadcastCalls(app: FastifyInstance, services: Services): void {
  route(app, calls.broadcasts, (context) => showBroadcasts(services, context))
  route(app, calls.previewBroadcast, (context) => previewBroadcast(services, context))
  route(app, calls.testBroadcast, (context) => testBroadcast(services, context))
  route(app, calls.orderBroadcast, (context) => orderBroadcast(services, context))
  route(app, calls.stopBroadcast, (context) => stopBroadcast(services, context))
}
