import { refreshAgainMs } from '#domain/accounts/company-sign-in.ts'
import { deleteSession } from '#server/identity/sessions/session.store.ts'
import { type StepOutcome, severalAtOnce } from '#server/platform/jobs/upkeep-step.ts'
import type { Services } from '#server/platform/services/services.ts'
import { findCompany, openFor, sealFor } from './company.store.ts'
import { clientOf, companyProvider } from './company-client.ts'
import { type DueSession, storeRefreshed, takeDueSessions } from './company-session.store.ts'

/** Milliseconds until a provider that did not answer is asked again. */
const againMs = 5 * 60_000

/**
 * Tries the refresh tokens of sessions that are due: whose was refused at the provider is signed out here, within the
 * hour. A provider that does not answer is asked again in five minutes; the session ends after 12 hours in any case.
 */
export async function refreshCompanySessions(services: Services): Promise<StepOutcome> {
  const { clock, database, log, stopping } = services
  const now = clock.real()
  const due = await takeDueSessions(database.db, { now, again: new Date(now.getTime() + againMs) })
  return severalAtOnce(
    due,
    4,
    (session) => refreshOne(services, session),
    (error) => log.warn({ err: error }, 'a session of a company could not be refreshed'),
    stopping,
  )
}

async function refreshOne(services: Services, { tokenHash, companyId, refreshToken }: DueSession) {
  const { clock, config, database, log } = services
  const company = await findCompany(database.db, companyId)
  const client = company && clientOf(config, company)
  const opened = openFor(config, companyId, refreshToken)
  const answer =
    client && opened !== undefined ? await companyProvider(services).refresh(client, opened) : 'refused'
  if (answer === 'refused') return deleteSession(database.db, tokenHash)
  if ('failed' in answer)
    return log.warn({ company: companyId, reason: answer.failed }, 'a session of a company was not refreshed')
  await storeRefreshed(database.db, tokenHash, {
    refreshToken: sealFor(config, companyId, answer.refreshToken),
    refreshAt: new Date(clock.real().getTime() + refreshAgainMs),
  })
}
