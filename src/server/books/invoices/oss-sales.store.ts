import { sql } from 'kysely'
import type { Db } from '#server/platform/database/tables.ts'

/** Returns the net cents invoiced to consumers in these countries from day `from` to `until`, less credit notes. */
export async function salesToConsumers(
  db: Db,
  { countries, from, until }: { countries: readonly string[]; from: string; until: string },
): Promise<number> {
  const { cents } = await db
    .selectFrom('invoice')
    .select(sql<number>`coalesce(sum(net_cents), 0)::float8`.as('cents'))
    .where('issued_on', '>=', from)
    .where('issued_on', '<=', until)
    .where(sql<string>`facts->'buyer'->>'country'`, 'in', countries)
    .where(sql<string>`coalesce(facts->'buyer'->>'business', 'false')`, '=', 'false')
    .executeTakeFirstOrThrow()
  return Number(cents)
}
