import type { Viewer } from '#server/http/visitor.ts'
import { isSignature, signature } from '#server/runtime/derived-key.ts'
import { isUuid } from '#server/runtime/uuid.ts'
import type { Services } from '#server/services/services.ts'
import { type CheckoutRow, findCheckout } from './order.store.ts'

const purpose = 'shop order'

/**
 * The key of an order: whoever has it sees the order and its codes, and pays it. It is in the link of the order's mails, so that a
 * guest needs no account, and it is computed, so that no database tells it.
 */
export function keyOfOrder({ config }: Pick<Services, 'config'>, orderId: string): string {
  return signature(config, purpose, orderId)
}

/** The checkout of an order for whoever began it, signed in, or has its key; undefined for everybody else, and where there is none. */
export async function ownCheckout(
  { config, database }: Pick<Services, 'config' | 'database'>,
  { id, key, viewer }: { id: string; key: string | undefined; viewer: Viewer | undefined },
): Promise<CheckoutRow | undefined> {
  if (!isUuid(id)) return undefined
  const hasKey = key !== undefined && isSignature(config, purpose, id, key)
  const checkout = hasKey || viewer ? await findCheckout(database.db, id) : undefined
  return hasKey || (viewer && checkout?.user_id === viewer.userId) ? checkout : undefined
}
