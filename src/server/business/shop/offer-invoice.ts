import { localDate } from '#domain/billing/billing-period.ts'
import { dueDay, mayOrderOnInvoice } from '#domain/shop/on-invoice.ts'
import { isConfirmed, type VatCheck } from '#server/books/billing/vat-of-account.ts'
import type { Config } from '#server/platform/config/config.ts'
import type { Viewer } from '#server/platform/http/visitor.ts'
import type { Services } from '#server/platform/services/services.ts'
import type { BuyingAccount } from './buyer.store.ts'
import { type OrderRow, owedOnInvoices } from './order.store.ts'

/** Returns whether the visitor may pay an order of that gross price on invoice. */
export async function isInvoiceOffered(
  { config, clock, database }: Pick<Services, 'config' | 'database' | 'clock'>,
  { viewer, account }: { viewer: Viewer | undefined; account: BuyingAccount | undefined },
  grossCents: number,
): Promise<boolean> {
  const terms = config.onInvoice
  if (terms.to === 'nobody' || config.seller.iban === undefined) return false
  const vatId = account?.vatId ?? undefined
  const isKnownCompany = vatId !== undefined && isConfirmed(account?.vatCheck as VatCheck | null, vatId)
  const today = localDate(clock.now(), config.seller.zone)
  const owed = viewer
    ? await owedOnInvoices(database.db, viewer.accountId, today)
    : { owedCents: 0, isOverdue: false }
  return mayOrderOnInvoice(terms, { isKnownCompany, ...owed }, grossCents)
}

/** Returns due date and bank account for an order placed now. */
export function transferOf({ seller, onInvoice }: Config, now: Date): Pick<OrderRow, 'due_on' | 'bank'> {
  const { name: holder, iban, bic, zone } = seller
  if (iban === undefined) throw new Error('nobody can transfer money without an IBAN')
  return {
    due_on: dueDay(localDate(now, zone), onInvoice),
    bank: { holder, iban, ...(bic !== undefined && { bic }) },
  }
}
