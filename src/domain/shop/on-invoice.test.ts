import { expect, test } from 'vitest'
import {
  dueDay,
  type InvoiceBuyer,
  type InvoiceTerms,
  mayOrderOnInvoice,
  remindersDue,
} from './on-invoice.ts'

const terms: InvoiceTerms = { to: 'companies', upToCents: 500_00, days: 14 }
const company: InvoiceBuyer = { isKnownCompany: true, owedCents: 0, isOverdue: false }
const anybody = { ...company, isKnownCompany: false }

test.each([
  ['a company, up to the most', terms, company, 500_00, true],
  ['a company, a cent above', terms, company, 500_01, false],
  ['a company that owes a part of the most', terms, { ...company, owedCents: 100_00 }, 400_00, true],
  ['a company that would owe more than the most', terms, { ...company, owedCents: 100_01 }, 400_00, false],
  ['a company that is late with another invoice', terms, { ...company, isOverdue: true }, 1_00, false],
  ['somebody else, where only companies may', terms, anybody, 1_00, false],
  ['somebody else, where everybody may', { ...terms, to: 'everybody' }, anybody, 500_00, true],
  ['somebody else, above the most', { ...terms, to: 'everybody' }, anybody, 500_01, false],
  ['a company, where nobody may', { ...terms, to: 'nobody' }, company, 1_00, false],
  ['a single cent', terms, company, 1, true],
  ['an empty cart', terms, company, 0, false],
] as const)('an invoice for %s', (_, of, buyer, grossCents, expected) => {
  expect(mayOrderOnInvoice(of, buyer, grossCents)).toBe(expected)
})

test('an invoice is due so many days after its own', () => {
  expect(dueDay('2026-12-20', { days: 14 })).toBe('2027-01-03')
})

test.each([
  ['2026-11-30', 0],
  ['2026-12-03', 0],
  ['2026-12-04', 1],
  ['2026-12-14', 1],
  ['2026-12-15', 2],
  ['2027-12-15', 2],
])('of an invoice that was due on 1 December, there are reminders by %s: %i', (today, expected) => {
  expect(remindersDue('2026-12-01', today)).toBe(expected)
})
