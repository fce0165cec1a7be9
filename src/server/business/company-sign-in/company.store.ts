import type { Db, Trx } from '#server/platform/database/tables.ts'
import type { Secrets } from '#server/platform/runtime/derived-key.ts'
import { seal, unseal } from '#server/platform/runtime/sealed.ts'

/** Queries of accounts' company sign-ins. All times are on the real clock. */

/** An account's company sign-in, its secret sealed. */
export type CompanyRow = {
  readonly id: string
  readonly accountId: string
  readonly domain: string
  readonly dnsToken: string
  readonly provenAt: Date | null
  readonly lookedUpAt: Date | null
  readonly issuer: string | null
  readonly clientId: string | null
  readonly clientSecret: Buffer | null
  readonly triedAt: Date | null
  readonly isOnly: boolean
}

/** Returns an account's company sign-in. */
export function findCompanyOfAccount(db: Db, accountId: string): Promise<CompanyRow | undefined> {
  return companies(db).where('account_id', '=', accountId).executeTakeFirst()
}

export function findCompany(db: Db, id: string): Promise<CompanyRow | undefined> {
  return companies(db).where('id', '=', id).executeTakeFirst()
}

/** Returns the company that signs in by addresses of a domain: proven, and tried by its owner. */
export function findCompanyOfDomain(db: Db, domain: string): Promise<CompanyRow | undefined> {
  return companies(db)
    .where('domain', '=', domain)
    .where('proven_at', 'is not', null)
    .where('tried_at', 'is not', null)
    .executeTakeFirst()
}

/** Locks a company sign-in until the transaction ends. */
export function lockCompany(trx: Trx, id: string): Promise<CompanyRow | undefined> {
  return companies(trx).where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Returns whether another account has proven the domain. */
export async function isDomainTaken(
  db: Db,
  { domain, accountId }: { domain: string; accountId: string },
): Promise<boolean> {
  const other = await db
    .selectFrom('company_sign_in')
    .select('id')
    .where('domain', '=', domain)
    .where('account_id', '!=', accountId)
    .where('proven_at', 'is not', null)
    .executeTakeFirst()
  return other !== undefined
}

/** Stores a new company sign-in in place of one that has no provider; false where there is one with a provider. */
export async function insertCompany(
  trx: Trx,
  row: Pick<CompanyRow, 'id' | 'accountId' | 'domain' | 'dnsToken'> & { readonly now: Date },
): Promise<boolean> {
  await trx
    .deleteFrom('company_sign_in')
    .where('account_id', '=', row.accountId)
    .where('issuer', 'is', null)
    .execute()
  const { id, accountId, domain, dnsToken, now } = row
  const inserted = await trx
    .insertInto('company_sign_in')
    .values({ id, account_id: accountId, domain, dns_token: dnsToken, created_at: now })
    .onConflict((conflict) => conflict.column('account_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Stores the outcome of a look-up; a domain that is no longer proven is no longer the only way in. */
export async function storeLookUp(
  trx: Trx,
  id: string,
  { isProven, now }: { isProven: boolean; now: Date },
): Promise<void> {
  await trx
    .updateTable('company_sign_in')
    .set((set) => ({
      looked_up_at: now,
      proven_at: isProven ? set.fn.coalesce('proven_at', set.val(now)) : null,
      ...(!isProven && { is_only: false }),
    }))
    .where('id', '=', id)
    .execute()
}

/** Stores issuer and client. The owner has to try them; until then nobody signs in, and passwords work. */
export async function storeProvider(
  trx: Trx,
  id: string,
  provider: { issuer: string; clientId: string; clientSecret: Buffer },
): Promise<void> {
  await trx
    .updateTable('company_sign_in')
    .set({
      issuer: provider.issuer,
      client_id: provider.clientId,
      client_secret: provider.clientSecret,
      tried_at: null,
      is_only: false,
    })
    .where('id', '=', id)
    .execute()
}

/** Stores the owner's successful try, unless the provider was changed meanwhile. */
export async function storeTry(
  db: Db,
  { id, clientSecret, now }: { id: string; clientSecret: Buffer; now: Date },
): Promise<boolean> {
  const stored = await db
    .updateTable('company_sign_in')
    .set({ tried_at: now })
    .where('id', '=', id)
    .where('client_secret', '=', clientSecret)
    .where('proven_at', 'is not', null)
    .returning('id')
    .executeTakeFirst()
  return stored !== undefined
}

export async function storeOnly(trx: Trx, id: string, isOnly: boolean): Promise<void> {
  await trx.updateTable('company_sign_in').set({ is_only: isOnly }).where('id', '=', id).execute()
}

export async function deleteCompany(trx: Trx, accountId: string): Promise<void> {
  await trx.deleteFrom('company_identity').where('account_id', '=', accountId).execute()
  await trx.deleteFrom('company_sign_in').where('account_id', '=', accountId).execute()
}

/** Returns proven companies whose record was last looked up before `before`. */
export function companiesToLookUp(db: Db, before: Date): Promise<CompanyRow[]> {
  return companies(db)
    .where('proven_at', 'is not', null)
    .where('looked_up_at', '<', before)
    .orderBy('looked_up_at')
    .limit(100)
    .execute()
}

export function sealFor(secrets: Secrets, companyId: string, text: string): Buffer {
  return seal(secrets, sealOf(companyId), Buffer.from(text))
}

/** Undefined where it was sealed with another APP_SECRET. */
export function openFor(secrets: Secrets, companyId: string, sealed: Buffer): string | undefined {
  return unseal(secrets, sealOf(companyId), sealed)?.toString()
}

export function sealOf(owner: string) {
  return { purpose: 'company sign-in', owner }
}

function companies(db: Db) {
  return db
    .selectFrom('company_sign_in')
    .select([
      'id',
      'account_id as accountId',
      'domain',
      'dns_token as dnsToken',
      'proven_at as provenAt',
      'looked_up_at as lookedUpAt',
      'issuer',
      'client_id as clientId',
      'client_secret as clientSecret',
      'tried_at as triedAt',
      'is_only as isOnly',
    ])
}
