import type { FastifyInstance } from 'fastify'
import { calls } from '#contract/calls.ts'
import { pageSize } from '#domain/page-size.ts'
import { route } from '#server/platform/http/route.ts'
import type { Services } from '#server/platform/services/services.ts'
import { readUndeliveredMails } from './undelivered-mails.store.ts'

/** Registers the admin's call for undelivered mails. */
export function registerMailDeskCalls(
  app: FastifyInstance,
  { database: { db } }: Pick<Services, 'database'>,
): void {
  route(app, calls.undeliveredMails, async ({ query }) => {
    const offset = Number(query.page ?? 0) * pageSize
    const { count, rows } = await readUndeliveredMails(db, { limit: pageSize, offset })
    return {
      status: 200,
      body: {
        count,
        mails: rows.map(({ id, recipient, subject, attempts, ...mail }) => ({
          id,
          recipient,
          subject,
          writtenAt: mail.created_at.toISOString(),
          attempts,
          nextAttemptAt: mail.failed_at === null ? mail.nextAttemptAt.toISOString() : null,
          endedAt: mail.failed_at?.toISOString() ?? null,
          lastAnswer: mail.last_error,
        })),
      },
    }
  })
}
