import { sql } from 'kysely'
import type { Range } from '#domain/page-size.ts'
import type { OrderState } from '#domain/shop/order-state.ts'
import type { OrderRow } from '#server/business/shop/order.store.ts'
import type { Db } from '#server/platform/database/tables.ts'

/** Returns orders by a part of the number or the email, newest first. */
export async function ordersFor(
  db: Db,
  { digits, emailPart, state }: { digits: string; emailPart: string; state: OrderState | undefined },
  { limit, offset }: Range,
): Promise<{ readonly count: number; readonly orders: readonly OrderRow[] }> {
  const matching = db
    .selectFrom('shop_order')
    .where((is) => {
      // mutant `emailPart === '' → false`: every address is like nothing, at another cost
      if (emailPart === '') return is.val(true)
      const byEmail = is('email_key', 'like', `%${plain(emailPart)}%`)
      return digits === '' ? byEmail : is.or([byEmail, is('number', 'like', `%${digits}%`)])
    })
    .$if(state !== undefined, (query) => query.where('state', '=', state as OrderState))
  const { count } = await matching.select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow()
  const orders = await matching
    .selectAll()
    .orderBy('placed_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute()
  return { count, orders }
}

/** Returns the account of an order placed while signed in; undefined for a guest's. */
export async function accountOfBuyer(db: Db, { user_id: userId }: OrderRow): Promise<string | undefined> {
  // mutant `userId === null → false`: nobody is without an id
  if (userId === null) return undefined
  const row = await db
    .selectFrom('account_user')
    .select('account_id')
    .where('id', '=', userId)
    .executeTakeFirst()
  return row?.account_id
}

/** Escapes LIKE wildcards. */
function plain(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}
