import type { Viewer } from '#server/http/visitor.ts'
import { isKeyOfOrder } from '#server/invoices/order-page.ts'
import { isUuid } from '#server/runtime/uuid.ts'
import type { Services } from '#server/services/services.ts'
import { type CheckoutRow, findCheckout } from './order.store.ts'

/** The checkout of an order for whoever began it, signed in, or has its key; undefined for everybody else, and where there is none. */
export async function ownCheckout(
  { config, database }: Pick<Services, 'config' | 'database'>,
  { id, key, viewer }: { id: string; key: string | undefined; viewer: Viewer | undefined },
): Promise<CheckoutRow | undefined> {
  if (!isUuid(id)) return undefined
  const hasKey = key !== undefined && (await isKeyOfOrder(database.db, config, id, key))
  const checkout = hasKey || viewer ? await findCheckout(database.db, id) : undefined
  return hasKey || (viewer && checkout?.user_id === viewer.userId) ? checkout : undefined
}
