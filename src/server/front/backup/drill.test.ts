import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { orderOnInvoice, voucherOnSale } from '#support/shopper.ts'
import { allRows } from '#support/stored/rows.ts'
import { testApp } from '#support/test-app.ts'
import { checkBooks } from './drill.ts'

const site = testApp()
let number = ''
beforeAll(async () => {
  await orderOnInvoice(site.client(), 'guest@example.org', await voucherOnSale(site))
  number = (await allRows(site.db, 'invoice'))[0]?.number ?? ''
})

const good = { invoices: 1, missing: [], differing: [], altered: [], differences: 0 }
const reconciled = (ranAt: string, differences: string) =>
  `insert into reconciliation (provider, since, ran_at, outcome, charges, refunds, settled, differences)
   values ('stripe', '2026-11-01', '${ranAt}', 'agrees', 0, 0, 0, '${differences}')`

test.each<[string, readonly string[], () => object]>([
  ['good books', [], () => ({})],
  [
    'a number that no invoice has',
    ['update invoice_series set last_number = last_number + 1'],
    () => ({ missing: [number.replace(/\d+$/, (last) => `${Number(last) + 1}`.padStart(last.length, '0'))] }),
  ],
  ['a sum that is not the ledger’s', ['update ledger_entry set amount_cents = amount_cents + 1'], differs],
  ['an invoice that the ledger lacks', ['delete from ledger_entry'], differs],
  ['parts that are not the sum', ['update invoice set net_cents = net_cents - 1'], differs],
  [
    'a file with another byte',
    ["insert into invoice_file select id, 'pdf', 'as it is', sha256('as it was'), created_at from invoice"],
    () => ({ altered: [number] }),
  ],
  [
    'differences that the newest reconciliation found',
    [reconciled('2026-11-20', '[{}]'), reconciled('2026-11-21', '[{}, {}]')],
    () => ({ differences: 2 }),
  ],
  [
    'differences that were settled since',
    [reconciled('2026-11-20', '[{}]'), reconciled('2026-11-21', '[]')],
    () => ({}),
  ],
])('a drill reports of %s what there is', async (_, changes, expected) => {
  let found: object = {}
  await inTransaction(site.db, async (trx) => {
    for (const table of ['invoice', 'ledger_entry'])
      await sql`alter table ${sql.table(table)} disable trigger user`.execute(trx)
    for (const change of changes) await sql.raw(change).execute(trx)
    found = await checkBooks({ db: trx, withoutTimeLimit: (work) => work() }, site.clock.real())
    throw new Error('undone')
  }).catch(() => undefined)
  expect(found).toMatchObject({ ...good, ...expected() })
})

function differs() {
  return { differing: [number] }
}
