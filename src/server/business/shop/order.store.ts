import { type NotNull, type Selectable, sql } from 'kysely'
import { reminderDays } from '#domain/shop/on-invoice.ts'
import type { ChargeFacts } from '#server/books/billing/charge-facts.ts'
import type { Db, Tables, Trx } from '#server/platform/database/tables.ts'

export type OrderRow = Selectable<Tables['shop_order']>
export type CheckoutRow = Selectable<Tables['shop_checkout']>

/** A checkout with a card form. */
export type CardCheckout = CheckoutRow & { readonly provider: string; readonly mode: 'test' | 'live' }

export async function insertCheckout(db: Db, checkout: CheckoutRow): Promise<void> {
  await db.insertInto('shop_checkout').values(checkout).execute()
}

export function isCardCheckout(checkout: CheckoutRow): checkout is CardCheckout {
  return checkout.provider !== null && checkout.mode !== null
}

export async function findCheckout(db: Db, orderId: string): Promise<CheckoutRow | undefined> {
  return db.selectFrom('shop_checkout').selectAll().where('order_id', '=', orderId).executeTakeFirst()
}

/** Locks a checkout: placing its order is serialised. */
export async function lockCheckout(trx: Trx, orderId: string): Promise<void> {
  await trx
    .selectFrom('shop_checkout')
    .select('order_id')
    .where('order_id', '=', orderId)
    .forUpdate()
    .execute()
}

/** The columns that change after an order is placed. */
type Progress =
  | 'state'
  | 'paid_at'
  | 'packed_at'
  | 'shipped_at'
  | 'delivered_at'
  | 'tracking_number'
  | 'withdrawn_at'
  | 'closed_at'
  | 'received_on'
  | 'returned_pieces'
  | 'awaited_pieces'
  | 'reminders'

/** Paid by card, unless it has a due date. */
type NewOrder = Omit<OrderRow, 'number' | Progress | 'due_on' | 'bank'> &
  Partial<Pick<OrderRow, 'due_on' | 'bank'>>

export async function insertOrder(
  trx: Trx,
  { lines, facts, shipping, discount, taxes, bank, ...order }: NewOrder,
): Promise<OrderRow> {
  return trx
    .insertInto('shop_order')
    .values({
      ...order,
      state: 'placed',
      lines: JSON.stringify(lines),
      facts: JSON.stringify(facts),
      // mutant `shipping → true`: JSON of null is read as null
      shipping: shipping && JSON.stringify(shipping),
      // mutant `discount → true`: as above
      discount: discount && JSON.stringify(discount),
      // mutant `taxes → true`: as above
      taxes: taxes && JSON.stringify(taxes),
      // mutant `bank → true`: as above
      bank: bank ? JSON.stringify(bank) : null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function findOrder(db: Db, orderId: string): Promise<OrderRow | undefined> {
  return db.selectFrom('shop_order').selectAll().where('id', '=', orderId).executeTakeFirst()
}

export async function findOrderByNumber(db: Db, number: string): Promise<OrderRow | undefined> {
  return db.selectFrom('shop_order').selectAll().where('number', '=', number).executeTakeFirst()
}

/** Locks an order: every change of it or its payments takes this lock first, which serialises them. */
export async function lockOrder(trx: Trx, orderId: string): Promise<void> {
  await trx.selectFrom('shop_order').select('id').where('id', '=', orderId).forUpdate().execute()
}

export type OrderChange = Partial<Pick<OrderRow, Progress>>

export async function updateOrder(trx: Trx, orderId: string, change: OrderChange): Promise<void> {
  await trx.updateTable('shop_order').set(change).where('id', '=', orderId).execute()
}

/** Changes the card of an order; returns the order. */
export async function changeCard(
  trx: Trx,
  order: OrderRow,
  { brand, last4 }: { brand: string; last4: string },
): Promise<OrderRow> {
  const facts = order.facts as ChargeFacts
  const { buyer } = facts
  const changed: ChargeFacts = {
    ...facts,
    ...(buyer.order && { buyer: { ...buyer, order: { ...buyer.order, card: { brand, last4 } } } }),
  }
  return trx
    .updateTable('shop_order')
    .set({ facts: JSON.stringify(changed) })
    .where('id', '=', order.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Newest first. */
export async function ordersOfUser(db: Db, userId: string): Promise<readonly OrderRow[]> {
  return db
    .selectFrom('shop_order')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('placed_at', 'desc')
    .orderBy('id')
    .limit(500)
    .execute()
}

/** Returns the unpaid orders by card that were placed before a moment. */
export async function unpaidOrders(db: Db, before: Date): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('shop_order')
    .select('id')
    .where('state', '=', 'placed')
    .where('due_on', 'is', null)
    .where('placed_at', '<=', before)
    .orderBy('placed_at')
    // mutant `500 → 501`: how many are read at once changes nothing of what is done
    .limit(500)
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Returns the gross cents that an account's users owe on invoices, and whether any of it is overdue on a day
 * (`YYYY-MM-DD`).
 */
export async function owedOnInvoices(
  db: Db,
  accountId: string,
  today: string,
): Promise<{ readonly owedCents: number; readonly isOverdue: boolean }> {
  return db
    .selectFrom('shop_order')
    .innerJoin('account_user', 'account_user.id', 'shop_order.user_id')
    .leftJoin('charge', 'charge.account_id', 'shop_order.id')
    .select([
      // less what went back before it was paid
      sql<number>`coalesce(sum(shop_order.gross_cents - coalesce(charge.refunded_cents, 0)), 0)::int`.as(
        'owedCents',
      ),
      sql<boolean>`coalesce(bool_or(due_on < ${today}::date), false)`.as('isOverdue'),
    ])
    .where('account_user.account_id', '=', accountId)
    .where('due_on', 'is not', null)
    .where('paid_at', 'is', null)
    .where('shop_order.state', '!=', 'cancelled')
    .executeTakeFirstOrThrow()
}

/** Returns the unpaid orders on invoice past their due date with reminders left to send. */
export async function ordersOverdue(db: Db, today: string): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('shop_order')
    .select('id')
    .where('due_on', '<', today)
    .where('paid_at', 'is', null)
    .where('state', '!=', 'cancelled')
    .where('reminders', '<', reminderDays.length)
    .orderBy('due_on')
    // mutant `500 → 501`: how many are read at once changes nothing of what is done
    .limit(500)
    .execute()
  return rows.map(({ id }) => id)
}

/** Returns an order's last attempt. */
export async function lastAttempt(
  db: Db,
  orderId: string,
): Promise<Selectable<Tables['charge_attempt']> | undefined> {
  return db
    .selectFrom('charge_attempt')
    .innerJoin('charge', 'charge.id', 'charge_attempt.charge_id')
    .selectAll('charge_attempt')
    .where('charge.account_id', '=', orderId)
    .orderBy('charge_attempt.number', 'desc')
    .executeTakeFirst()
}

/** Returns the customers at providers of checkouts begun before a moment that are no longer needed. */
export async function customersToForget(
  db: Db,
  { provider, mode, before }: Pick<CardCheckout, 'provider' | 'mode'> & { readonly before: Date },
): Promise<readonly (Pick<CheckoutRow, 'order_id'> & { readonly customer: string })[]> {
  return db
    .selectFrom('shop_checkout')
    .leftJoin('shop_order', 'shop_order.id', 'shop_checkout.order_id')
    .select(['shop_checkout.order_id', 'shop_checkout.customer'])
    .where('shop_checkout.customer', 'is not', null)
    .where('shop_checkout.provider', '=', provider)
    .where('shop_checkout.mode', '=', mode)
    .where('shop_checkout.created_at', '<=', before)
    .where((where) =>
      where.or([
        where('shop_order.id', 'is', null),
        where('shop_order.state', '!=', 'placed'),
        where('shop_order.due_on', 'is not', null),
      ]),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('charge_attempt')
            .innerJoin('charge', 'charge.id', 'charge_attempt.charge_id')
            .select('charge.id')
            .whereRef('charge.account_id', '=', 'shop_checkout.order_id')
            .where('charge_attempt.state', 'in', ['submitted', 'processing', 'unknown', 'needs-action']),
        ),
      ),
    )
    .orderBy('shop_checkout.created_at')
    .limit(100)
    .$narrowType<{ customer: NotNull }>()
    .execute()
}

/** Records that the customer was deleted at the provider. */
export async function noteForgotten(db: Db, orderId: string): Promise<void> {
  await db.updateTable('shop_checkout').set({ customer: null }).where('order_id', '=', orderId).execute()
}

/** Deletes checkouts without an order whose customer is deleted, and orders past their retention. */
export async function deleteOldOrders(
  db: Db,
  { cancelledBefore, placedBefore }: { readonly cancelledBefore: Date; readonly placedBefore: Date },
): Promise<void> {
  const old = db
    .selectFrom('shop_order')
    .select('id')
    .where((where) =>
      where.or([
        where('placed_at', '<', placedBefore),
        where.and([where('state', '=', 'cancelled'), where('closed_at', '<', cancelledBefore)]),
      ]),
    )
  await db.deleteFrom('shop_voucher').where('order_id', 'in', old).execute()
  await db.deleteFrom('shop_order').where('id', 'in', old).execute()
  await db
    .deleteFrom('shop_checkout')
    .where('customer', 'is', null)
    .where('created_at', '<', cancelledBefore)
    .where('order_id', 'not in', sql<string>`(select id from shop_order)`)
    .execute()
}
