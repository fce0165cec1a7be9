import { localDate } from '#domain/billing/billing-period.ts'
import { invoicesKeptFrom } from '#domain/invoices/invoice.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { UpkeepStep } from '#server/platform/jobs/upkeep-step.ts'
import type { Services } from '#server/platform/services/services.ts'
import { deleteInvoices, forgetBuyers } from './old-invoices.store.ts'
import { watchOss } from './watch-oss.ts'

export const invoicesUpkeep: readonly UpkeepStep[] = [
  { name: 'watch-oss-threshold', every: 'hour', run: watchOss },
  { name: 'delete-old-invoices', every: 'hour', clearsAway: true, run: deleteOldInvoices },
]

/**
 * Deletes invoices, with their files, after the statutory retention, and the buyer's name and address from their
 * charges. An invoice is kept as long as a credit note that corrects it.
 */
export async function deleteOldInvoices({
  database,
  clock,
  config,
  log,
}: Pick<Services, 'config' | 'database' | 'clock' | 'log'>): Promise<void> {
  const today = localDate(clock.now(), config.seller.zone)
  const keptFrom = {
    home: invoicesKeptFrom(today, 'home'),
    abroad: invoicesKeptFrom(today, 'abroad'),
  }
  const count = await inTransaction(database.db, async (trx) => {
    const deleted =
      (await deleteInvoices(trx, 'credit-note', keptFrom)) + (await deleteInvoices(trx, 'invoice', keptFrom))
    await forgetBuyers(trx, keptFrom.home)
    return deleted
  })
  if (count > 0) log.info({ count }, 'invoices were deleted that need not be kept any longer')
}
