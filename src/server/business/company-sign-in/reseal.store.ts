import type { Db } from '#server/platform/database/tables.ts'
import type { Secrets } from '#server/platform/runtime/derived-key.ts'
import { isSealedAnew } from '#server/platform/runtime/sealed.ts'
import { openFor, sealFor, sealOf } from './company.store.ts'

/** Seals all client secrets and refresh tokens with the current APP_SECRET. What cannot be opened stays as it is. */
export async function resealCompanies(db: Db, secrets: Secrets): Promise<void> {
  const anew = (companyId: string, sealed: Buffer) => {
    if (isSealedAnew(secrets, sealOf(companyId), sealed)) return undefined
    const text = openFor(secrets, companyId, sealed)
    return text === undefined ? undefined : sealFor(secrets, companyId, text)
  }
  const companies = await db.selectFrom('company_sign_in').select(['id', 'client_secret']).execute()
  for (const { id, client_secret } of companies) {
    const sealed = client_secret && anew(id, client_secret)
    if (!sealed) continue
    await db
      .updateTable('company_sign_in')
      .set({ client_secret: sealed })
      .where('id', '=', id)
      .where('client_secret', '=', client_secret)
      .execute()
  }
  const sessions = await db
    .selectFrom('company_session')
    .select(['token_hash', 'company_id', 'refresh_token'])
    .where('refresh_token', 'is not', null)
    .execute()
  for (const { token_hash, company_id, refresh_token } of sessions) {
    const sealed = refresh_token && anew(company_id, refresh_token)
    if (!sealed) continue
    await db
      .updateTable('company_session')
      .set({ refresh_token: sealed })
      .where('token_hash', '=', token_hash)
      .where('refresh_token', '=', refresh_token)
      .execute()
  }
}
