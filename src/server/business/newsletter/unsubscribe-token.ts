import { href } from '#contract/pages.ts'
import { readKeptKey } from '#server/platform/database/kept-key.ts'
import type { Db } from '#server/platform/database/tables.ts'
import { isSignatureBy, type Secrets, signatureBy } from '#server/platform/runtime/derived-key.ts'

/** Two years, in milliseconds: unsubscribe links in older mails expire. */
const goodForMs = 730 * 86_400_000

/** Returns the address that unsubscribes an account from the newsletter without signing in. */
export async function unsubscribeAddress(
  db: Db,
  { baseUrl, ...secrets }: Secrets & { readonly baseUrl: URL },
  accountId: string,
  now: Date,
): Promise<string> {
  const facts = `${accountId}.${(now.getTime() + goodForMs).toString(36)}`
  const token = `${facts}.${signatureBy(await readKeptKey(db, secrets, 'unsubscribe-link-key'), facts)}`
  return new URL(href('unsubscribe', {}, { token }), baseUrl).href
}

/** Returns the account of a token; undefined for a forged one, one for another purpose, or an expired one. */
export async function accountOfToken(
  db: Db,
  secrets: Secrets,
  token: string,
  now: Date,
): Promise<string | undefined> {
  const [, facts, accountId, until, sign] =
    /^(([0-9a-f-]{36})\.([0-9a-z]{1,12}))\.([\w-]{43})$/.exec(token) ?? []
  if (facts === undefined || accountId === undefined || until === undefined || sign === undefined)
    return undefined
  const key = await readKeptKey(db, secrets, 'unsubscribe-link-key')
  if (!isSignatureBy(key, facts, sign)) return undefined
  return Number.parseInt(until, 36) > now.getTime() ? accountId : undefined
}
