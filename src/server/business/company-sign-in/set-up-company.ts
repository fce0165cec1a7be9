import type { FastifyRequest } from 'fastify'
import type { Company } from '#contract/accounts/company-calls.ts'
import { domainOf, readIssuer } from '#domain/accounts/company-sign-in.ts'
import { adminAccountId } from '#server/identity/sessions/admin-account.ts'
import { endOtherSessions } from '#server/identity/sessions/company-only.store.ts'
import { checkProof } from '#server/identity/two-factor/check-proof.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { UseCase } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'
import {
  type CompanyRow,
  deleteCompany,
  findCompanyOfAccount,
  insertCompany,
  lockCompany,
  sealFor,
  storeOnly,
  storeProvider,
} from './company.store.ts'
import { clientOf, companyProvider, logoutUriOf, redirectUriOf } from './company-client.ts'
import { endCompanySessions } from './company-session.store.ts'
import { provenCompany, recordName, recordValue } from './prove-domain.ts'

/** Returns an account's company sign-in as its owner sees it. */
export async function readCompany(
  { config, database }: Pick<Services, 'config' | 'database'>,
  accountId: string,
  request: FastifyRequest,
): Promise<{ status: 200; body: { company: Company | null } }> {
  const row = await findCompanyOfAccount(database.db, accountId)
  return { status: 200, body: { company: row ? shown(config, row, request) : null } }
}

function shown(config: Services['config'], row: CompanyRow, request: FastifyRequest): Company {
  const { id, domain, issuer, clientId } = row
  return {
    domain,
    record: { name: recordName(domain), value: recordValue(row) },
    isProven: row.provenAt !== null,
    lookedUpAt: row.lookedUpAt?.toISOString() ?? null,
    redirectUri: redirectUriOf(config, id, request),
    logoutUri: logoutUriOf(config, id, request),
    provider: issuer === null || clientId === null ? null : { issuer, clientId },
    isTried: row.triedAt !== null,
    isOnly: row.isOnly,
  }
}

/**
 * Begins with a domain, which a DNS record has to prove. 422 `invalid` for a malformed one, 409 `company-present` while
 * there is one with a provider, `company-not-here` for the admin's own account.
 */
export const beginCompany: UseCase<'beginCompany'> = async (
  services,
  { body, viewer: { accountId }, request },
) => {
  const { clock, database, random } = services
  const domain = domainOf(`@${body.domain.trim().replace(/^@/, '')}`)
  if (domain === undefined) return new Problem('invalid', { fields: { domain: 'field_domain_invalid' } })
  if (accountId === adminAccountId) return new Problem('company-not-here')
  const isStored = await inTransaction(database.db, (trx) =>
    insertCompany(trx, {
      id: random.id(),
      accountId,
      domain,
      dnsToken: random.token(),
      now: clock.real(),
    }),
  )
  return isStored ? readCompany(services, accountId, request) : new Problem('company-present')
}

/**
 * Stores issuer and client after a proof of identity, once the issuer's configuration was read. 409 `company-missing`,
 * `company-unproven`, `company-unreachable`; 422 `invalid` for an issuer of all tenants, and for a missing secret.
 */
export const changeCompanyProvider: UseCase<'changeCompanyProvider'> = async (
  services,
  { body, viewer, request },
) => {
  const { config, database } = services
  const { issuer: typed, clientId: typedClient, clientSecret: typedSecret, ...proof } = body
  const row = await provenCompany(services, viewer.accountId)
  if (row instanceof Problem) return row
  const read = readIssuer(typed)
  const clientId = typedClient.trim()
  const known = clientOf(config, row)
  const isSame = 'issuer' in read && known?.issuer === read.issuer && known.clientId === clientId
  const clientSecret = typedSecret?.trim() || (isSame ? known?.clientSecret : undefined)
  const fields: Record<string, string> = {
    ...('fault' in read && { issuer: fieldOf[read.fault] }),
    ...(clientId === '' && { clientId: 'field_client_id_missing' }),
    ...(!clientSecret && { clientSecret: 'field_client_secret_missing' }),
  }
  if ('fault' in read || !clientSecret || clientId === '') return new Problem('invalid', { fields })
  const refusal = await checkProof(services, viewer, proof)
  if (refusal) return refusal
  const issuer = await spelledByProvider(services, { issuer: read.issuer, clientId, clientSecret })
  if (issuer === undefined) return new Problem('company-unreachable')
  await inTransaction(database.db, async (trx) => {
    await storeProvider(trx, row.id, {
      issuer,
      clientId,
      clientSecret: sealFor(config, row.id, clientSecret),
    })
    await endCompanySessions(trx, row.id)
  })
  return readCompany(services, viewer.accountId, request)
}

const fieldOf = {
  'issuer-invalid': 'field_issuer_invalid',
  'issuer-of-all-tenants': 'field_issuer_of_all_tenants',
} as const

/** Returns the issuer as its configuration names it, which may differ from what was typed by a slash at the end. */
async function spelledByProvider(
  services: Pick<Services, 'config' | 'log'>,
  client: { issuer: string; clientId: string; clientSecret: string },
): Promise<string | undefined> {
  const { issuer } = client
  const other = issuer.endsWith('/') ? issuer.slice(0, -1) : `${issuer}/`
  for (const spelling of [issuer, other]) {
    const found = await companyProvider(services).discover({ ...client, issuer: spelling })
    if ('issuer' in found) return found.issuer
    services.log.info({ reason: found.failed }, "a company's provider could not be read")
  }
  return undefined
}

/**
 * Makes company sign-in the only way in for users with a contact of the domain, or no longer, after a proof of identity.
 * Their other sessions end. 409 `company-untried` before the owner has tried it.
 */
export const changeCompanyOnly: UseCase<'changeCompanyOnly'> = async (
  services,
  { body: { isOnly, ...proof }, viewer, request },
) => {
  const { accountId } = viewer
  const row = await provenCompany(services, accountId)
  if (row instanceof Problem) return row
  const refusal = await checkProof(services, viewer, proof)
  if (refusal) return refusal
  const problem = await inTransaction(services.database.db, async (trx) => {
    const current = await lockCompany(trx, row.id)
    if (!current?.provenAt || !current.triedAt) return new Problem('company-untried')
    await storeOnly(trx, row.id, isOnly)
    await endOtherSessions(trx, accountId)
    return undefined
  })
  return problem ?? readCompany(services, accountId, request)
}

/** Ends company sign-in after a proof of identity, with the sessions that it opened. Does nothing without one. */
export const endCompany: UseCase<'endCompany'> = async (services, { body, viewer, request }) => {
  const { accountId } = viewer
  const row = await findCompanyOfAccount(services.database.db, accountId)
  const refusal = row && (await checkProof(services, viewer, body))
  if (refusal) return refusal
  if (row)
    await inTransaction(services.database.db, async (trx) => {
      await endCompanySessions(trx, row.id)
      await deleteCompany(trx, accountId)
    })
  return readCompany(services, accountId, request)
}
