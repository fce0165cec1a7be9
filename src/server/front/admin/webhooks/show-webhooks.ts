import type { UseCase } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'
import { findEndpoint, listDeliveries, listEndpoints } from './webhook-desk.store.ts'

type Needs = Pick<Services, 'clock' | 'config' | 'database'>

const maxDeliveries = 100

/** `GET /api/admin/webhooks`: the endpoints without their secrets. */
export const showWebhooks: UseCase<'webhooksAtDesk', Needs> = async ({ clock, config, database }) => {
  const now = clock.real()
  const rows = await listEndpoints(database.db)
  return {
    status: 200,
    body: {
      available: !config.demo,
      endpoints: rows.map(({ id, url, events, active, waiting, ...row }) => ({
        id,
        url,
        events,
        active,
        waiting,
        switchedOff: row.switched_off,
        formerSecretUntil:
          row.previous_until && row.previous_until > now ? row.previous_until.toISOString() : null,
        last: row.last_attempt_at && {
          at: row.last_attempt_at.toISOString(),
          status: row.status,
          problem: row.problem,
        },
      })),
    },
  }
}

/** The newest deliveries to an endpoint. 404 for an unknown one. */
export const showDeliveries: UseCase<'webhookDeliveries', Needs> = async ({ database }, { params }) => {
  if (!isUuid(params.id) || !(await findEndpoint(database.db, params.id))) return new Problem('not-found')
  const rows = await listDeliveries(database.db, params.id, maxDeliveries)
  return {
    status: 200,
    body: {
      deliveries: rows.map(({ id, type, body, state, attempts, status, problem, reply, ...row }) => ({
        id,
        messageId: row.message_id,
        type,
        body,
        state,
        attempts,
        createdAt: row.created_at.toISOString(),
        lastAttemptAt: row.last_attempt_at?.toISOString() ?? null,
        nextAttemptAt: state === 'waiting' ? row.next_attempt_at.toISOString() : null,
        durationMs: row.duration_ms,
        reply,
        status,
        problem,
      })),
    },
  }
}

function isUuid(id: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)
}
