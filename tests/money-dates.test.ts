import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { writtenInvoice } from '#server/books/invoices/invoice-facts.ts'
import { invoiceText } from '#server/books/invoices/invoice-text.ts'
import { renderMail } from '#server/platform/mail/render-mail.ts'
import { billingMail } from '#server/platform/mail/templates/billing.ts'
import { declarationReceivedMail } from '#server/platform/mail/templates/declarations.ts'
import { berlinMidnight, hourIn, readerZones } from '#support/reader-zones.ts'
import { someBill, someInvoiceRow } from '#support/some-invoice.ts'

// Screens are tested in src/web/business/team/users/money-dates.test.tsx, by the same moment in the same zones.

const machinesZone = process.env.TZ
const midnight = new Date(berlinMidnight)
const zone = 'Europe/Berlin'
const sender = { productName: 'Lectern', baseUrl: new URL('https://films.example.org') }

afterEach(() => {
  if (machinesZone === undefined) delete process.env.TZ
  else process.env.TZ = machinesZone
})

describe.each(readerZones)('on a machine in %s', (machine) => {
  beforeEach(() => {
    process.env.TZ = machine
    expect(midnight.getHours()).toBe(hourIn(machine))
  })

  test.each(['trial-ends', 'renewal-comes', 'subscription-cancelled', 'prepaid-ends'] as const)(
    'the mail "%s" says the day that the page says',
    (kind) => {
      const content = billingMail(
        { kind, name: 'Ada', until: midnight, licenseCount: 1, contractNumber: '0412345678901', zone },
        sender,
        'en',
      )
      expect(renderMail(content, sender).text).toContain('7. December, 2026')
    },
  )

  test('so does the mail that confirms a cancellation', () => {
    const declared = {
      kind: 'cancellation',
      name: 'Ada',
      email: 'ada@example.org',
      contract: null,
      part: null,
      cancellation: 'ordinary',
      reason: null,
      endsOn: null,
      receivedAt: midnight,
      outcome: 'done',
      contractEndsAt: midnight,
      zone,
    } as const
    const { text } = renderMail(declarationReceivedMail(declared, sender, 'en'), sender)
    expect(text.match(/7\. December, 2026/g)).toHaveLength(2)
  })

  test('and the invoice, whose period begins with it', () => {
    const bill = someBill()
    const { facts } = invoiceText(
      writtenInvoice(
        someInvoiceRow({ bill: { ...bill, purpose: { ...bill.purpose, from: midnight } } as typeof bill }),
      ),
    )
    expect(JSON.stringify(facts).replaceAll('\u00A0', ' ')).toContain('7. December, 2026 to')
  })
})
