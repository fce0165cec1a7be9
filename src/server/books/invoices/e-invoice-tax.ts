import type { InvoiceDocument } from '#domain/invoices/invoice.ts'
import type { Language } from '#domain/language.ts'
import { m } from '#messages/generated-mails/messages.js'

/** The tax category of EN 16931 (UNTDID 5305). */
export type TaxCategory = {
  readonly category: {
    'cbc:ID': 'S' | 'Z' | 'AE' | 'E' | 'O'
    'cbc:Percent'?: string
    'cac:TaxScheme': { 'cbc:ID': string }
  }
  /** The reason for an exemption. */
  readonly exemption: {
    'cbc:TaxExemptionReasonCode'?: 'VATEX-EU-AE' | 'VATEX-EU-O'
    'cbc:TaxExemptionReason'?: string
  }
}

/**
 * Returns the category of an invoice's rate. `S`: standard or reduced rate. `Z`: zero rate, which some countries have
 * for books. `AE`: reverse charge. `E`: exempt, a small business. `O`: outside of the scope of the tax, where no rate
 * may be named.
 */
export function taxCategoryOf(
  { notes }: Pick<InvoiceDocument, 'notes'>,
  language: Language,
  vatBasisPoints: number,
): TaxCategory {
  const locale = { locale: language }
  const vat = { 'cac:TaxScheme': { 'cbc:ID': 'VAT' } }
  // a note concerns untaxed lines only; others of the same invoice may be taxed
  if (vatBasisPoints > 0) return ratedAs('S', vatBasisPoints)
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
  return ratedAs('Z', 0)
}

function ratedAs(id: 'S' | 'Z', vatBasisPoints: number): TaxCategory {
  const percent = String(vatBasisPoints / 100)
  return {
    category: { 'cbc:ID': id, 'cbc:Percent': percent, 'cac:TaxScheme': { 'cbc:ID': 'VAT' } },
    exemption: {},
  }
}
