import { findPersonBehind } from '#server/front/admin/admin-accounts.store.ts'
import { readSessions } from '#server/identity/sessions/session.store.ts'
import { readSecondFactors } from '#server/identity/two-factor/second-factor.store.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { shownNetwork } from '#server/platform/http/client-network.ts'
import type { UseCase } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import { readLogin } from './person-login.store.ts'

/** `GET /api/admin/people/{id}/login`: how the owner of an account, or the user of a contact, logs in. 404 for any other id. */
export const showLogin: UseCase<'personLogin'> = async (services, { params: { id } }) => {
  const { clock, database, limits } = services
  const now = clock.real()
  const read = await inTransaction(database.db, async (trx) => {
    const person = await findPersonBehind(trx, id)
    if (!person) return undefined
    const { userId } = person
    return {
      login: await readLogin(trx, userId, now),
      factors: await readSecondFactors(trx, userId),
      sessions: await readSessions(trx, { userId, now }),
    }
  })
  if (!read) return new Problem('not-found')
  const { login, factors, sessions } = read
  const locked = []
  for (const key of login.emailKeys) locked.push(await limits.login.lockedSeconds(key))
  return {
    status: 200,
    body: {
      password: login.password,
      temporaryPasswordUntil: login.temporaryPasswordUntil?.toISOString() ?? null,
      authenticatorApp: factors.totp,
      passkeys: Number(factors.passkeys),
      recoveryCodes: Number(factors.recoveryCodes),
      lockedSeconds: Math.max(0, ...locked),
      undeliverable: [...login.undeliverable],
      sessions: sessions
        .filter(({ switched }) => !switched)
        .map(({ id: sessionId, createdAt, lastSeenAt, userAgent, network }) => ({
          id: sessionId,
          createdAt: createdAt.toISOString(),
          lastSeenAt: lastSeenAt.toISOString(),
          userAgent,
          network: network === null ? null : shownNetwork(network),
        })),
    },
  }
}
