import { href } from '#contract/pages.ts'
import { readKeptKey } from '#server/platform/database/kept-key.ts'
import type { Db } from '#server/platform/database/tables.ts'
import { isSignatureBy, type Secrets, signatureBy } from '#server/platform/runtime/derived-key.ts'

/**
 * Returns the key in the link to an order: it opens the order with its codes, and permits paying it. Mails contain it, so
 * that guests need no account; it is computed, so that no table contains it. It survives a change of APP_SECRET.
 */
export async function linkKeyOfOrder(db: Db, secrets: Secrets, orderId: string): Promise<string> {
  return signatureBy(await readKeptKey(db, secrets, 'order-link-key'), orderId)
}

/** Verifies the key in the link to an order. */
export async function isLinkKeyOfOrder(
  db: Db,
  secrets: Secrets,
  orderId: string,
  key: string,
): Promise<boolean> {
  return isSignatureBy(await readKeptKey(db, secrets, 'order-link-key'), orderId, key)
}

/** Returns the path of an order's page, with its key. */
export async function orderPage(db: Db, secrets: Secrets, orderId: string): Promise<string> {
  return href('shopOrder', { id: orderId }, { key: await linkKeyOfOrder(db, secrets, orderId) })
}

/** The same for the page stored with a charge, whose key, if any, may have been renewed since. */
export function pageByNow(db: Db, secrets: Secrets, kept: string): Promise<string> {
  const { pathname } = new URL(kept, 'http://site')
  return orderPage(db, secrets, pathname.split('/').at(-1) ?? '')
}
