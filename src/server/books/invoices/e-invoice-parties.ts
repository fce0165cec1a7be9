import type { Invoice } from '@e-invoice-eu/core'
import { townOf } from '#domain/accounts/addressee.ts'
import type { InvoiceParty } from '#domain/invoices/invoice.ts'
import type { WrittenInvoice } from './invoice-facts.ts'
import { namesCountry } from './invoice-words.ts'

type Seller = Invoice['ubl:Invoice']['cac:AccountingSupplierParty']['cac:Party']
type Buyer = Invoice['ubl:Invoice']['cac:AccountingCustomerParty']['cac:Party']

/**
 * The seller. Outside of the scope of the tax a VAT ID is not allowed (rule BR-O-02), so only the tax number is set.
 */
export function sellerOf({ document, sellerEmail }: WrittenInvoice): Seller {
  const { seller, notes } = document
  const { name, vatId, taxNumber } = seller
  const outside = notes.includes('outside-scope')
  const own = vatId ?? taxNumber
  const vat = vatId && !outside ? [{ 'cbc:CompanyID': vatId, ...scheme('VAT') }] : []
  const tax = taxNumber ? [{ 'cbc:CompanyID': taxNumber, ...scheme('FC') }] : []
  return {
    'cbc:EndpointID': sellerEmail,
    'cbc:EndpointID@schemeID': 'EM',
    'cac:PostalAddress': addressOf(seller),
    'cac:PartyTaxScheme': [...vat, ...tax] as Seller['cac:PartyTaxScheme'] & {},
    'cac:PartyLegalEntity': {
      'cbc:RegistrationName': name,
      ...(own && (outside || !vatId) && { 'cbc:CompanyID': own }),
    },
    'cac:Contact': { 'cbc:Name': name, 'cbc:ElectronicMail': sellerEmail },
  }
}

/** The buyer. */
export function buyerOf({ document }: WrittenInvoice): Buyer {
  const { customer, notes } = document
  const { name, vatId } = customer
  return {
    'cac:PostalAddress': addressOf(customer),
    ...(vatId &&
      !notes.includes('outside-scope') && {
        'cac:PartyTaxScheme': { 'cbc:CompanyID': vatId, ...scheme('VAT') },
      }),
    'cac:PartyLegalEntity': { 'cbc:RegistrationName': name },
  }
}

/** An address in its parts, as far as they can be parsed from its lines. */
function addressOf({ address, country }: InvoiceParty): Buyer['cac:PostalAddress'] {
  const lines = address.split('\n').filter((line) => line.trim() !== '' && !namesCountry(line, country))
  const townAt = lines.findLastIndex((line) => townOf(line) !== undefined)
  const town = townOf(lines[townAt] ?? '')
  const [street, additional, ...others] = lines.filter((_, index) => index !== townAt)
  return {
    ...(street && { 'cbc:StreetName': street }),
    ...(additional && { 'cbc:AdditionalStreetName': additional }),
    ...(town && { 'cbc:CityName': town.town, 'cbc:PostalZone': town.postCode }),
    ...(others.length > 0 && { 'cac:AddressLine': { 'cbc:Line': others.join(', ') } }),
    'cac:Country': { 'cbc:IdentificationCode': country as 'DE' },
  }
}

function scheme(id: 'VAT' | 'FC') {
  return { 'cac:TaxScheme': { 'cbc:ID': id } }
}
