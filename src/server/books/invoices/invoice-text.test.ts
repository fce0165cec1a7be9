import { describe, expect, test } from 'vitest'
import { amountOf } from '#domain/money.ts'
import {
  month,
  outsideScope,
  reverseCharge,
  smallBusiness,
  someBill,
  someInvoiceRow,
  year,
} from '#support/some-invoice.ts'
import { writtenInvoice } from './invoice-facts.ts'
import { type InvoiceText, invoiceText } from './invoice-text.ts'

type Row = Parameters<typeof someInvoiceRow>[0]

function said(row: Row = {}): InvoiceText {
  return invoiceText(writtenInvoice(someInvoiceRow(row)))
}

/** Blanks that keep a date on one line are blanks to a reader. */
function plain<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value).replaceAll('\u00A0', ' '))
}

const german = { language: 'de' } as const

describe('an invoice', () => {
  test('has seller and customer, the items, dates, amounts, and that it is paid', () => {
    expect(plain(said())).toMatchObject({
      language: 'en',
      title: 'Invoice',
      number: '2026-000123',
      product: 'Lectern',
      seller: { name: 'Robin Sample', lines: ['Sample Street 1', '10115 Berlin', 'Germany'] },
      customer: { name: 'Ada Lovelace', lines: ['Lindenweg 12', '20095 Hamburg'] },
      facts: [
        ['Number', '2026-000123'],
        ['Date', '21. November, 2026'],
        ['Period of service', '21. November, 2026 to 20. December, 2026'],
      ],
      lines: [
        {
          text: 'Subscription to Lectern',
          detail: '1 user for 1 month, 21. November, 2026 to 20. December, 2026',
          amount: '€10.00',
        },
      ],
      totals: [
        ['Net', '€10.00'],
        ['VAT 19%', '€1.90'],
        ['Total', '€11.90'],
      ],
      notes: ['Paid by card. There is nothing left to pay.'],
      imprint: [
        ['Robin Sample', 'Sample Street 1', '10115 Berlin', 'Germany'],
        ['robin@films.example.org'],
        ['VAT ID DE136695976'],
      ],
    })
  })

  test('speaks the language of the account', () => {
    const text = plain(said({ buyer: german, bill: { users: 12, interval: year, creditCents: 4321 } }))
    expect(text.title).toBe('Rechnung')
    expect(text.facts).toContainEqual(['Leistungszeitraum', '21. November 2026 bis 20. November 2027'])
    expect(text.lines.map(({ text: words, amount }) => [words, amount])).toEqual([
      ['Abonnement Lectern', '1.440,00 €'],
      ['Vereinbarter Nachlass für 12 Benutzer: 10 %', '−144,00 €'],
      ['Vereinbarter Nachlass für 1 Jahr im Voraus: 20 %', '−259,20 €'],
    ])
    expect(text.totals).toEqual([
      ['Netto', '1.036,80 €'],
      ['Umsatzsteuer 19 %', '196,99 €'],
      ['Gesamtbetrag', '1.233,79 €'],
    ])
    expect(text.payments).toEqual([
      ['Mit dem Guthaben Ihres Kontos bezahlt', '−43,21 €'],
      ['Von Ihrer Karte abgebucht', '1.190,58 €'],
    ])
  })

  test('of users that were added names their number and their share of the period', () => {
    const bill = someBill()
    const purpose = {
      kind: 'seats',
      paidBefore: 3,
      paidLicenses: 5,
      priceCents: 1000,
      from: new Date('2026-12-03T09:00:00Z'),
      until: bill.purpose.until,
    } as const
    expect(plain(said({ bill: { ...bill, purpose } })).lines).toEqual([
      {
        text: 'Subscription to Lectern, 2 users more',
        detail: 'Share of the running period, 3. December, 2026 to 20. December, 2026',
        amount: '€10.00',
      },
    ])
  })

  test('paid completely by credit says so', () => {
    const { totals, payments, notes } = said({ bill: { creditCents: 1190 } })
    expect(totals.at(-1)).toEqual(['Total', '€11.90'])
    expect(payments).toEqual([
      ['Paid with the credit of your account', '−€11.90'],
      ['Charged to your card', '€0.00'],
    ])
    expect(notes).toEqual(['Paid with the credit of your account. There is nothing left to pay.'])
  })

  test('paid only by the card does not mention it', () => {
    expect(said().payments).toEqual([])
  })

  test('too small to be charged stays open, with the time of its charge', () => {
    const { totals, payments, notes } = said({ bill: { creditCents: 1160, openCents: 30 } })
    expect(totals.at(-1)).toEqual(['Total', '€11.90'])
    expect(payments).toEqual([
      ['Paid with the credit of your account', '−€11.60'],
      ['Open', '€0.30'],
    ])
    expect(notes).toEqual([
      'What is open is too little to be charged alone. It is charged with your next invoice.',
    ])
  })

  test('names the earlier charges included', () => {
    expect(said({ bill: { alsoCents: 30 } }).payments).toEqual([
      ['Open from earlier invoices', '€0.30'],
      ['Charged to your card', '€12.20'],
    ])
  })

  test('from before credit had a tax is unchanged: the credit lowered the price', () => {
    const { paidBy: _, ...former } = someBill()
    const bill = { ...former, amount: amountOf(900, 1900), creditCents: 100 }
    const { lines, totals, payments } = said({ bill })
    expect(lines.at(-1)).toEqual({ text: 'Credit of your account', amount: '−€1.00' })
    expect(totals.at(-1)).toEqual(['Total', '€10.71'])
    expect(payments).toEqual([])
  })

  test('shows the tax as decided, even if its cents compute to another', () => {
    const bill = {
      ...someBill(),
      amount: { netCents: 1003, vatCents: 191, grossCents: 1194, vatBasisPoints: 1904 },
    }
    expect(said({ bill }).totals[1]).toEqual(['VAT 19%', '€1.91'])
  })

  test('names the tax number of a seller who has one', () => {
    expect(said({ seller: { taxNumber: '12/345/67890' } }).imprint.at(-1)).toEqual([
      'VAT ID DE136695976',
      'Tax number 12/345/67890',
    ])
  })
})

describe('the recipient', () => {
  test('is the first line of the given address', () => {
    const buyer = { address: 'Beispiel & Söhne GmbH\nz. Hd. Ada Lovelace\nRing 3\n80331 München' }
    expect(said({ buyer }).customer).toEqual({
      name: 'Beispiel & Söhne GmbH',
      lines: ['z. Hd. Ada Lovelace', 'Ring 3', '80331 München'],
    })
  })

  test.each([
    ['AT', 'de', 'Ring 1\n1010 Wien', ['Ring 1', '1010 Wien', 'Österreich']],
    ['AT', 'en', 'Ring 1\n1010 Wien', ['Ring 1', '1010 Wien', 'Austria']],
    ['AT', 'en', 'Ring 1\n1010 Wien\nösterreich', ['Ring 1', '1010 Wien', 'österreich']],
    ['GR', 'en', 'Συγγρού 100\n117 41 Αθήνα\nΕλλάδα', ['Συγγρού 100', '117 41 Αθήνα', 'Ελλάδα']],
    ['DE', 'en', 'Ring 1\n80331 München', ['Ring 1', '80331 München']],
  ] as const)('in %s, told in %s: %j', (country, language, address, lines) => {
    expect(said({ buyer: { country, language, address } }).customer.lines).toEqual(lines)
  })
})

describe('an invoice without tax', () => {
  const austrian = { country: 'AT', vatId: 'ATU13585627', business: true }

  test('to a company elsewhere in the EU says who owes the tax, in both languages, with both VAT IDs', () => {
    const english = said({ vat: reverseCharge, buyer: austrian })
    expect(english.notes.slice(0, 2)).toEqual([
      'Steuerschuldnerschaft des Leistungsempfängers / Reverse charge: the customer owes the value added tax.',
      'VAT ID of the seller: DE136695976. VAT ID of the customer: ATU13585627.',
    ])
    expect(english.facts).toContainEqual(['Your VAT ID', 'ATU13585627'])
    expect(english.totals).toEqual([
      ['Net', '€10.00'],
      ['VAT 0%', '€0.00'],
      ['Total', '€10.00'],
    ])
    expect(said({ vat: reverseCharge, buyer: { ...austrian, ...german } }).notes.slice(0, 2)).toEqual([
      'Steuerschuldnerschaft des Leistungsempfängers / Reverse charge: die Umsatzsteuer schuldet der Leistungsempfänger.',
      'USt-IdNr. des Leistenden: DE136695976. USt-IdNr. des Leistungsempfängers: ATU13585627.',
    ])
  })

  test.each([
    ['a small business', smallBusiness, /§ 19 UStG/],
    ['a country outside the EU', outsideScope, /Nicht im Inland steuerbare Leistung/],
  ])('because of %s has one sum, with the reason', (_, vat, why) => {
    const { totals, notes } = said({ vat, buyer: german })
    expect(totals).toEqual([['Gesamtbetrag', '10,00\u00A0€']])
    expect(notes[0]).toMatch(why)
  })
})

describe('a credit note', () => {
  test('is a correction of the invoice that it names, with amounts below zero', () => {
    const text = plain(said({ given: 5000, bill: { users: 12, interval: month }, buyer: german }))
    expect(text).toMatchObject({
      title: 'Rechnungskorrektur',
      number: '2026-000131',
      facts: [
        ['Nummer', '2026-000131'],
        ['Datum', '25. November 2026'],
        ['Berichtigt', 'Rechnung 2026-000123 vom 21. November 2026'],
      ],
      lines: [{ text: 'Erstattung zur Rechnung 2026-000123', amount: '−50,00 €' }],
      totals: [
        ['Netto', '−50,00 €'],
        ['Umsatzsteuer 19 %', '−9,50 €'],
        ['Erstattungsbetrag', '−59,50 €'],
      ],
      notes: [
        'Diese Rechnungskorrektur berichtigt die Rechnung 2026-000123 vom 21. November 2026.',
        'Der Betrag geht auf die Karte zurück, mit der bezahlt wurde.',
      ],
    })
  })

  test('keeps the reason for which its invoice had no tax', () => {
    const buyer = { country: 'AT', vatId: 'ATU13585627', business: true }
    expect(said({ given: 1000, vat: reverseCharge, buyer }).notes[0]).toMatch(/Reverse charge/)
  })
})
