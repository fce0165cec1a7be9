import type { Kysely } from 'kysely'
import { href } from '#contract/pages.ts'
import { readKeptKey } from '#server/platform/database/kept-key.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { isSignatureBy, type Secrets, signatureBy } from '#server/platform/runtime/derived-key.ts'

/**
 * The key of an order: whoever has it sees the order and its codes, and pays it. It is in the link of the order's mails, so that a
 * guest needs no account, and it is computed, so that no table holds it. It outlives a change of APP_SECRET.
 */
export async function keyOfOrder(db: Kysely<Tables>, secrets: Secrets, orderId: string): Promise<string> {
  return signatureBy(await readKeptKey(db, secrets, 'order-link-key'), orderId)
}

/** Whether a key is that of an order. */
export async function isKeyOfOrder(
  db: Kysely<Tables>,
  secrets: Secrets,
  orderId: string,
  key: string,
): Promise<boolean> {
  return isSignatureBy(await readKeptKey(db, secrets, 'order-link-key'), orderId, key)
}

/** The path of an order's page, with the key that opens it. */
export async function orderPage(db: Kysely<Tables>, secrets: Secrets, orderId: string): Promise<string> {
  return href('shopOrder', { id: orderId }, { key: await keyOfOrder(db, secrets, orderId) })
}

/** The same by the page that was kept with a charge, whose key, if it has one, may have been renewed since. */
export function pageByNow(db: Kysely<Tables>, secrets: Secrets, kept: string): Promise<string> {
  const { pathname } = new URL(kept, 'http://site')
  return orderPage(db, secrets, pathname.split('/').at(-1) ?? '')
}
