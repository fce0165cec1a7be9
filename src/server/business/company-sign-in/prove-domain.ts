import type { companyCalls } from '#contract/accounts/company-calls.ts'
import { lookUpAgainDays } from '#domain/accounts/company-sign-in.ts'
import { findOwner } from '#server/business/team/join.store.ts'
import { mailToUser } from '#server/identity/sessions/mail-to-user.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { CallContext } from '#server/platform/http/route.ts'
import { daysBefore, oneByOne, type StepOutcome } from '#server/platform/jobs/upkeep-step.ts'
import { companyProofLostMail } from '#server/platform/mail/templates/team.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'
import {
  type CompanyRow,
  companiesToLookUp,
  findCompanyOfAccount,
  isDomainTaken,
  lockCompany,
  storeLookUp,
} from './company.store.ts'
import { endCompanySessions } from './company-session.store.ts'

/** Returns the name of the TXT record that proves a domain. */
export function recordName(domain: string): string {
  return `_lectern.${domain}`
}

/** Returns the text of the record. */
export function recordValue({ dnsToken }: Pick<CompanyRow, 'dnsToken'>): string {
  return `lectern-domain=${dnsToken}`
}

/**
 * Looks up the record of an account's domain. 409 `company-missing`, `company-domain-taken` where another account has
 * proven it, `company-record-missing`, `company-dns-silent` where the DNS cannot be asked.
 */
export async function proveCompany(
  services: Services,
  { viewer: { accountId }, visitor }: CallContext<typeof companyCalls.proveCompany>,
): Promise<Problem | undefined> {
  const { clock, database, limits } = services
  const wait = await limits.company.consume(visitor.network)
  if (wait) return wait
  const row = await findCompanyOfAccount(database.db, accountId)
  if (!row) return new Problem('company-missing')
  if (await isDomainTaken(database.db, row)) return new Problem('company-domain-taken')
  const isThere = await isRecordThere(services, row)
  if (isThere === undefined) return new Problem('company-dns-silent')
  if (!isThere) return new Problem('company-record-missing')
  try {
    await inTransaction(database.db, (trx) => storeLookUp(trx, row.id, { isProven: true, now: clock.real() }))
  } catch (error) {
    // another account proved it at the same moment
    if ((error as { code?: unknown }).code === '23505') return new Problem('company-domain-taken')
    throw error
  }
  return undefined
}

/**
 * Looks up the records of proven domains again, each week. Where one is gone, company sign-in is switched off, its
 * sessions end, passwords work again, and the owner is notified. A DNS that does not answer is asked again in the next hour.
 */
export async function lookUpAgain(services: Services): Promise<StepOutcome> {
  const { clock, database, log, stopping } = services
  const due = await companiesToLookUp(database.db, daysBefore(clock.real(), lookUpAgainDays))
  return oneByOne(
    due,
    async (row) => {
      const isThere = await isRecordThere(services, row)
      if (isThere !== undefined) await storeAgain(services, row, isThere)
    },
    (error, { id }) => log.warn({ err: error, company: id }, 'the record of a domain could not be looked up'),
    stopping,
  )
}

function storeAgain(services: Services, { id, accountId }: CompanyRow, isThere: boolean): Promise<void> {
  const { clock, config, database } = services
  return inTransaction(database.db, async (trx) => {
    const row = await lockCompany(trx, id)
    if (!row?.provenAt) return
    await storeLookUp(trx, id, { isProven: isThere, now: clock.real() })
    if (isThere) return
    await endCompanySessions(trx, id)
    const owner = await findOwner(trx, accountId)
    if (!owner) return
    await mailToUser(trx, services, owner.userId, {
      template: 'company-sign-in',
      contentFor: (name, language) => companyProofLostMail({ name, domain: row.domain }, config, language),
    })
  })
}

/** Returns whether the domain has the record; undefined if the DNS does not answer. */
async function isRecordThere(
  { resolveTxt }: Pick<Services, 'resolveTxt'>,
  row: CompanyRow,
): Promise<boolean | undefined> {
  const records = await resolveTxt(recordName(row.domain))
  return records?.some((record) => record.trim() === recordValue(row))
}

/** Returns an account's company sign-in once its domain is proven. */
export async function provenCompany(
  { database }: Pick<Services, 'database'>,
  accountId: string,
): Promise<CompanyRow | Problem> {
  const row = await findCompanyOfAccount(database.db, accountId)
  if (!row) return new Problem('company-missing')
  return row.provenAt === null ? new Problem('company-unproven') : row
}
