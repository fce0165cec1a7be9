import type { FastifyInstance } from 'fastify'
import { calls } from '#contract/calls.ts'
import { rangeOf } from '#domain/page-size.ts'
import { route } from '#server/platform/http/route.ts'
import type { Services } from '#server/platform/services/services.ts'
import { readMailQueue } from './mail-queue.store.ts'
import { sendMailAgainAsAdmin } from './send-mail-again.ts'

/** Registers the admin's calls about mails. */
export function registerMailDeskCalls(app: FastifyInstance, services: Services): void {
  route(app, calls.mailQueue, async ({ query: { page, ...filter } }) => {
    const { count, rows } = await readMailQueue(services.database.db, { ...filter, ...rangeOf(page) })
    return {
      status: 200,
      body: {
        count,
        mails: rows.map(({ created_at, sent_at, failed_at, last_error, nextAttemptAt, ...mail }) => ({
          ...mail,
          writtenAt: created_at.toISOString(),
          nextAttemptAt: (sent_at ?? failed_at) === null ? nextAttemptAt.toISOString() : null,
          endedAt: (sent_at ?? failed_at)?.toISOString() ?? null,
          lastAnswer: last_error,
        })),
      },
    }
  })
  route(app, calls.sendMailAgain, (context) => sendMailAgainAsAdmin(services, context))
}
