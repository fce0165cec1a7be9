import { bic, iban, line, lines, mailbox, vatId } from './setting-values.ts'

/** The seller, for imprint, terms, privacy policy and invoices. */
export const sellerSettings = {
  SELLER_NAME: {
    doc: 'Who sells, for imprint, terms, privacy policy and invoices; live keys of Stripe need it. Default: the product name.',
    parse: line,
    demoDefault: 'Robin Sample',
  },
  SELLER_ADDRESS: {
    doc: 'Postal address of the seller; `\\n` separates lines. The imprint is not complete without it, and live keys of Stripe are refused.',
    parse: lines,
    default: '',
    demoDefault: 'Sample Street 1\\n10115 Berlin\\nGermany',
  },
  SELLER_EMAIL: {
    doc: 'Mail address of the seller. Default: the address in MAIL_FROM.',
    parse: mailbox,
  },
  SELLER_PHONE: { doc: 'Telephone of the seller.', parse: line },
  SELLER_VAT_ID: {
    doc: 'VAT id of the seller. Invoices without tax to companies elsewhere in the EU need it.',
    parse: vatId,
    demoDefault: 'DE136695976',
  },
  SELLER_TAX_NUMBER: {
    doc: 'Tax number of the seller, for invoices. With live keys of Stripe it has to be given where there is no VAT id.',
    parse: line,
  },
  SELLER_IBAN: {
    doc: 'Bank account of the seller, for invoices that are paid by transfer.',
    parse: iban,
    demoDefault: 'DE89370400440532013000',
  },
  SELLER_BIC: { doc: 'Its BIC, for transfers from outside the SEPA area.', parse: bic },
}
