import { isLinkKeyOfOrder } from '#server/books/invoices/order-page.ts'
import { type Browser, readCookie, writeCookie } from '#server/platform/http/cookies.ts'
import type { Viewer } from '#server/platform/http/visitor.ts'
import { isUuid } from '#server/platform/runtime/uuid.ts'
import type { Services } from '#server/platform/services/services.ts'
import { type CheckoutRow, findCheckout } from './order.store.ts'

/** Maximum number of orders in a browser's cookie, those opened last. */
const maxOrders = 5

type Asking = {
  readonly id: string
  /** From the link; afterwards it is in the browser's cookie. */
  readonly key: string | undefined
  readonly viewer: Viewer | undefined
  readonly browser: Browser
}

/**
 * Returns the checkout of an order for its signed-in buyer, or a browser with its key; undefined for others, and if it
 * does not exist. A key from a link is exchanged for a cookie, so that no further address contains it
 * (decisions/098-shop.md).
 */
export async function ownCheckout(
  services: Pick<Services, 'config' | 'database'>,
  { id, key, viewer, browser }: Asking,
): Promise<CheckoutRow | undefined> {
  if (!isUuid(id)) return undefined
  const { config, database } = services
  const kept = keptKeys(services, browser)
  const known = key ?? kept.get(id)
  const hasKey = known !== undefined && (await isLinkKeyOfOrder(database.db, config, id, known))
  const checkout = hasKey || viewer ? await findCheckout(database.db, id) : undefined
  if (!checkout || !(hasKey || (viewer && checkout.user_id === viewer.userId))) return undefined
  if (hasKey && kept.get(id) !== known) keepKey(services, browser, { id, key: known, kept })
  return checkout
}

/** The order keys in a browser's cookie, by order id, latest first. */
function keptKeys({ config }: Pick<Services, 'config'>, { request }: Browser): ReadonlyMap<string, string> {
  const cookie = readCookie(request, config, 'orders') ?? ''
  return new Map(
    [...cookie.matchAll(/([\da-f-]{36})\.([\w-]{43})/g)].map(([, id = '', key = '']) => [id, key]),
  )
}

function keepKey(
  { config }: Pick<Services, 'config'>,
  { reply }: Browser,
  { id, key, kept }: { id: string; key: string; kept: ReadonlyMap<string, string> },
): void {
  const others = [...kept].filter(([known]) => known !== id)
  const keys = [[id, key], ...others].slice(0, maxOrders)
  writeCookie(reply, config, 'orders', keys.map((pair) => pair.join('.')).join('~'))
}
