import type { InvoiceDocument } from '#domain/invoices/invoice.ts'
import type { Language } from '#domain/language.ts'
import { m } from '#messages/generated-mails/messages.js'

/** The tax of an invoice as EN 16931 says it (UNTDID 5305). */
export type TaxCategory = {
  readonly category: {
    'cbc:ID': 'S' | 'AE' | 'E' | 'O'
    'cbc:Percent'?: string
    'cac:TaxScheme': { 'cbc:ID': string }
  }
  /** Why there is none. */
  readonly exemption: {
    'cbc:TaxExemptionReasonCode'?: 'VATEX-EU-AE' | 'VATEX-EU-O'
    'cbc:TaxExemptionReason'?: string
  }
}

/**
 * `S`: at the rate that was charged. `AE`: reverse charge. `E`: exempt, a small business. `O`: outside the scope of the tax,
 * where no rate may be named.
 */
export function taxCategoryOf({ notes, total }: InvoiceDocument, language: Language): TaxCategory {
  const locale = { locale: language }
  const vat = { 'cac:TaxScheme': { 'cbc:ID': 'VAT' } }
  if (notes.includes('outside-scope'))
    return {
      category: { 'cbc:ID': 'O', ...vat },
      exemption: {
        'cbc:TaxExemptionReasonCode': 'VATEX-EU-O',
        'cbc:TaxExemptionReason': m.invoice_note_outside_scope({}, locale),
      },
    }
  if (notes.includes('reverse-charge'))
    return {
      category: { 'cbc:ID': 'AE', 'cbc:Percent': '0', ...vat },
      exemption: {
        'cbc:TaxExemptionReasonCode': 'VATEX-EU-AE',
        'cbc:TaxExemptionReason': m.invoice_note_reverse_charge({}, locale),
      },
    }
  if (notes.includes('small-business'))
    return {
      category: { 'cbc:ID': 'E', 'cbc:Percent': '0', ...vat },
      exemption: { 'cbc:TaxExemptionReason': m.invoice_note_small_business({}, locale) },
    }
  return {
    category: { 'cbc:ID': 'S', 'cbc:Percent': String(total.vatBasisPoints / 100), ...vat },
    exemption: {},
  }
}
