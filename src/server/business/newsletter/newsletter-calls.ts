import type { FastifyInstance } from 'fastify'
import { accountCalls } from '#contract/accounts/account-calls.ts'
import { decideNewsletter } from '#server/identity/accounts/newsletter-consent.store.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { route } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'
import { accountOfToken } from './unsubscribe-token.ts'

/** `List-Unsubscribe=One-Click`, in either form encoding. */
const largestBytes = 1_024

/**
 * Unsubscribes by the signed link of a mail, without a session (RFC 8058): mail programs send the form of its headers,
 * the page of the same address sends an empty body. The body is ignored. 404 for a link that is not ours; idempotent.
 */
export async function registerNewsletterCalls(
  app: FastifyInstance,
  services: Pick<Services, 'config' | 'database' | 'clock' | 'random'>,
): Promise<void> {
  const { clock, config, database, random } = services
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: largestBytes }, (_request, _body, done) =>
      done(null, undefined),
    )
    route(scope, accountCalls.unsubscribe, async ({ query }) => {
      const accountId = await accountOfToken(database.db, config, query.token, clock.now())
      if (accountId === undefined) return new Problem('not-found')
      await inTransaction(database.db, (trx) =>
        decideNewsletter(trx, { id: random.id(), accountId, at: clock.now(), means: 'mail' }),
      )
      return { status: 200, body: { status: 'ok' } } as const
    })
  })
}
