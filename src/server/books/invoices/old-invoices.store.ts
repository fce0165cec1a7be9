import { sql } from 'kysely'
import type { Tables, Trx } from '#server/platform/database/tables.ts'

/** Deletes invoices past their retention unless a retained credit note corrects them; returns their number. */
export async function deleteInvoices(
  trx: Trx,
  kind: Tables['invoice']['kind'],
  keptFrom: { home: string; abroad: string },
): Promise<number> {
  const home = sql`facts #>> '{seller,country}'`
  const { numDeletedRows } = await trx
    .deleteFrom('invoice')
    .where('kind', '=', kind)
    .where((where) =>
      where.or([
        where('issued_on', '<', keptFrom.abroad),
        where.and([
          where('issued_on', '<', keptFrom.home),
          where(sql`coalesce(facts #>> '{vat,taxCountry}', ${home})`, '=', home),
        ]),
      ]),
    )
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('invoice as note')
            .select('note.id')
            .whereRef('note.corrects', '=', 'invoice.number'),
        ),
      ),
    )
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** Erases name and address from charges before that day without a retained invoice. */
export async function forgetBuyers(trx: Trx, before: string): Promise<void> {
  await trx
    .updateTable('charge')
    .set({ facts: sql`charge.facts - 'buyer'` })
    // mutant ` .where(sql<boolean>`jsonb_exists(charge.facts, 'buyer')`) → `: the others would be written as they are
    .where('created_at', '<', new Date(`${before}T00:00:00Z`))
    .where(sql<boolean>`jsonb_exists(charge.facts, 'buyer')`)
    .where((where) =>
      where.not(
        where.exists(
          where.selectFrom('invoice').select('invoice.id').whereRef('invoice.charge_id', '=', 'charge.id'),
        ),
      ),
    )
    .execute()
}
