import { localDate } from '#domain/billing/billing-period.ts'
import { ossLevel, ossThresholdCents } from '#domain/tax/oss-threshold.ts'
import { euCountries } from '#domain/tax/vat-id.ts'
import { noteForOperator } from '#server/books/billing/payment-notice.store.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { Services } from '#server/platform/services/services.ts'
import { salesToConsumers } from './oss-sales.store.ts'

/**
 * Notifies the operator, once per calendar year each, when 80 % and 100 % of the One Stop Shop threshold are reached,
 * above which sales to consumers in other EU countries are taxed there. Counts the net amounts invoiced since 1 January
 * in the seller's time zone, whatever the tax, in both VAT modes.
 */
export async function watchOss(
  services: Pick<Services, 'config' | 'database' | 'clock' | 'log'>,
): Promise<void> {
  const { clock, config, database } = services
  const { zone, country } = config.seller
  const year = localDate(clock.now(), zone).slice(0, 4)
  const countries = euCountries.map(({ code }) => code).filter((code) => code !== country)
  const sales = { countries, from: `${year}-01-01`, until: `${year}-12-31` }
  const netCents = await salesToConsumers(database.db, sales)
  const level = ossLevel(netCents)
  if (level === 0) return
  await inTransaction(database.db, (trx) =>
    noteForOperator(trx, services, {
      kind: 'oss-threshold',
      effectKey: `oss-threshold ${year} ${level}`,
      amountCents: netCents,
      because: `sales to consumers elsewhere in the EU in ${year} reached ${level}% of ${ossThresholdCents / 100} EUR net`,
    }),
  )
}
