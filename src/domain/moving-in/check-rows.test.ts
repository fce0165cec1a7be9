import { expect, test } from 'vitest'
import { type CheckedRow, checkRows, type ListSettings } from './check-rows.ts'
import { type Field, fields, guessColumns, isFromGhost } from './columns.ts'
import { dayOrderOf, readDay } from './read-day.ts'
import { usableCard } from './usable-card.ts'

type Card = { readonly method: string; readonly expires: string }
const good: Card = { method: 'pm_good', expires: '2026-11' }
const other: Card = { method: 'pm_other', expires: '2030-01' }
const old: Card = { method: 'pm_old', expires: '2026-10' }

type Cells = Partial<Record<Field, string>>
const mapping = Object.fromEntries(fields.map((field, index) => [field, index])) as ListSettings['mapping']
const month = { value: 1, unit: 'm' } as const
const settings: ListSettings = {
  mapping,
  language: 'de',
  zone: 'Europe/Berlin',
  today: '2026-11-26',
  prices: 'gross',
  intervals: [month, { value: 1, unit: 'y' }],
}

const check = (rows: readonly Cells[], own: Partial<ListSettings> = {}) =>
  checkRows(
    rows.map((cells, index) => ({ row: index + 2, cells: fields.map((field) => cells[field] ?? '') })),
    { ...settings, ...own },
  )
const only = (cells: Cells, own?: Partial<ListSettings>) =>
  check([{ email: 'ada@old.example', ...cells }], own)[0] as CheckedRow
const personOf = (row: CheckedRow) => ('person' in row ? row.person : row.fault)

test('a row with an email alone is a person without access', () => {
  expect(only({})).toEqual({
    row: 2,
    cells: ['ada@old.example', ...fields.slice(1).map(() => '')],
    person: {
      name: 'ada',
      email: 'ada@old.example',
      emailKey: 'ada@old.example',
      seats: 1,
      until: null,
      language: 'de',
      consentOn: null,
      card: null,
    },
  })
})

test.each<[Cells, object | string]>([
  [{ name: ' Ada\n King ', lastName: 'Noel' }, { name: 'Ada King Noel' }],
  [{ email: 'Ada@Müller.de' }, { email: 'Ada@xn--mller-kva.de', emailKey: 'ada@xn--mller-kva.de' }],
  [{ email: '' }, 'email-missing'],
  [{ email: 'ada@old' }, 'email-invalid'],
  [{ email: 'ada@old.example, bo@old.example' }, 'email-invalid'],
  [{ name: 'A'.repeat(200) }, { name: 'A'.repeat(200) }],
  [{ name: 'A'.repeat(201) }, 'name-long'],
  [{ seats: '12' }, { seats: 12 }],
  [{ seats: '3.0' }, { seats: 3 }],
  [{ seats: '100000' }, { seats: 100_000 }],
  [{ seats: '100001' }, 'seats-invalid'],
  [{ seats: '0' }, 'seats-invalid'],
  [{ seats: '1.5' }, 'seats-invalid'],
  [{ seats: '-1' }, 'seats-invalid'],
  [{ until: '2026-11-26' }, { until: '2026-11-26' }],
  [{ until: '2026-11-25' }, { until: null }],
  [{ until: 'next year' }, 'until-invalid'],
  [{ until: '2027-02-29' }, 'until-invalid'],
  [{ language: 'en-GB' }, { language: 'en' }],
  [{ language: 'Deutsch' }, { language: 'de' }],
  [{ language: 'fr' }, 'language-unknown'],
  [{ newsletter: 'true', consentOn: '2025-03-01' }, { consentOn: '2025-03-01' }],
  [{ newsletter: 'true' }, { consentOn: null }],
  [{ newsletter: 'false', consentOn: '2025-03-01' }, { consentOn: null }],
  [{ consentOn: '2025-03-01' }, { consentOn: null }],
  [{ newsletter: 'perhaps', consentOn: '2025-03-01' }, 'newsletter-unclear'],
  [{ newsletter: 'yes', consentOn: 'long ago' }, 'consent-invalid'],
  [{ newsletter: 'ja', consentOn: '2026-11-26' }, { consentOn: '2026-11-26' }],
  [{ newsletter: 'ja', consentOn: '2026-11-27' }, 'consent-invalid'],
])('%j: %j', (cells, read) => {
  const person = personOf(only(cells))
  if (typeof read === 'string') expect(person).toBe(read)
  else expect(person).toMatchObject(read)
})

test('a day of consent is enough where no column says who gets the newsletter', () => {
  const { newsletter: _, ...others } = mapping
  expect(personOf(only({ consentOn: '2025-03-01' }, { mapping: others }))).toMatchObject({
    consentOn: '2025-03-01',
  })
})

test('of rows with the same address the first counts, whatever its spelling', () => {
  const rows = check([
    { email: 'a@old.example', seats: '0' },
    { email: 'a@old.example' },
    { email: 'A@OLD.example' },
  ])
  expect(rows.map((row) => ('fault' in row ? row.fault : 'good'))).toEqual([
    'seats-invalid',
    'good',
    'email-twice',
  ])
})

test('a date with slashes is read in the order that its column tells', () => {
  const days = (...cells: string[]) =>
    check(cells.map((until, index) => ({ email: `${index}@old.example`, until }))).map((row) => {
      const person = personOf(row)
      return typeof person === 'string' ? person : person.until
    })
  expect(days('3/4/2027', '31/12/2027')).toEqual(['2027-04-03', '2027-12-31'])
  expect(days('3/4/2027', '12/31/2027')).toEqual(['2027-03-04', '2027-12-31'])
  expect(days('3/4/2027')).toEqual(['until-invalid'])
  expect(days('3/4/2027', '31/12/2027', '12/31/2027')).toEqual(
    Array.from({ length: 3 }, () => 'until-invalid'),
  )
})

test.each([
  ['2027-01-31', '2027-01-31'],
  ['2027-01-31 23:30:00', '2027-01-31'],
  // the next day in Berlin has begun
  ['2027-01-31T23:30:00.000Z', '2027-02-01'],
  ['2027-01-31 23:30:00 UTC', '2027-02-01'],
  ['2027-01-31T23:30:00+01:00', '2027-01-31'],
  ['31.1.2027', '2027-01-31'],
  ['31. 01. 2027', '2027-01-31'],
  ['31.02.2027', undefined],
  ['1969-12-31', undefined],
  ['2200-01-01', undefined],
  ['20270131', undefined],
  ['', undefined],
])('%j is %s', (cell, day) => {
  expect(readDay(cell, { order: undefined, zone: 'Europe/Berlin' })).toBe(day)
})

test('a column without slashes tells no order', () => {
  expect(dayOrderOf(['2027-01-31', '31.12.2027', ''])).toBeUndefined()
})

test('columns are known by their headings in English and German', () => {
  expect(
    guessColumns(['E-Mail', 'Plätze', 'Gültig bis', 'Sprache', 'Newsletter', 'Einwilligung am']),
  ).toEqual({
    seats: 1,
    until: 2,
    language: 3,
    newsletter: 4,
    consentOn: 5,
  })
  expect(guessColumns(['Email', 'current_period_end', 'Quantity', 'Seats'])).toEqual({ seats: 3, until: 1 })
  expect(guessColumns(['', 'Note'])).toEqual({})
})

test('the members of a Ghost site are known by name, and when they were created is no consent', () => {
  const ghost =
    'id,email,name,note,subscribed_to_emails,complimentary_plan,stripe_customer_id,created_at,deleted_at,labels,tiers'.split(
      ',',
    )
  expect(isFromGhost(ghost)).toBe(true)
  expect(guessColumns(ghost)).toEqual({ newsletter: 4, customer: 6 })
  expect(isFromGhost(ghost.filter((name) => name !== 'complimentary_plan'))).toBe(false)
})

const paying: Cells = {
  customer: 'cus_1',
  nextCharge: '2026-12-05',
  price: '10,00',
  interval: 'monthly',
  currency: 'eur',
  country: 'de',
  address: 'Ada King\r\n Street 1 ',
}

test('a row with all that a charge needs says how somebody is charged', () => {
  expect(personOf(only({ ...paying, vatId: 'de 136 695 976', seats: '5' }))).toMatchObject({
    seats: 5,
    card: {
      customer: 'cus_1',
      nextChargeOn: '2026-12-05',
      price: { cents: 1000, kind: 'gross' },
      interval: month,
      country: 'DE',
      billingAddress: 'Ada King\nStreet 1',
      vatId: 'DE136695976',
    },
  })
})

test.each<[Cells, object | string | null]>([
  ...(['customer', 'nextCharge', 'price', 'interval', 'currency', 'country', 'address'] as const).map(
    (field): [Cells, null] => [{ [field]: '' }, null],
  ),
  [{ customer: 'cus_' }, 'customer-invalid'],
  [{ customer: 'acct_1' }, 'customer-invalid'],
  [{ customer: "cus_1' or 1=1" }, 'customer-invalid'],
  [{ nextCharge: '2026-11-26' }, 'next-charge-invalid'],
  [{ nextCharge: '2026-11-27' }, { nextChargeOn: '2026-11-27' }],
  [{ nextCharge: 'soon' }, 'next-charge-invalid'],
  [{ price: '0' }, 'price-invalid'],
  [{ price: '-10' }, 'price-invalid'],
  [{ price: '1.000' }, 'price-invalid'],
  [{ price: '1.000,00' }, 'price-invalid'],
  [{ price: '10.5' }, 'price-invalid'],
  [{ price: '1e3' }, 'price-invalid'],
  [{ price: '€ 12.34' }, { price: { cents: 1234, kind: 'gross' } }],
  [{ price: '7 EUR' }, { price: { cents: 700, kind: 'gross' } }],
  [{ interval: '3m' }, 'interval-unsold'],
  [{ interval: 'Jährlich' }, { interval: { value: 1, unit: 'y' } }],
  [{ interval: '1 m' }, { interval: month }],
  [{ interval: 'often' }, 'interval-unsold'],
  [{ currency: 'USD' }, 'currency-invalid'],
  [{ country: 'Germany' }, 'country-invalid'],
  [{ vatId: 'DE1' }, 'vat-id-invalid'],
  [{ vatId: 'ATU12345675' }, 'vat-id-invalid'],
  [{ seats: '60' }, { customer: 'cus_1' }],
  [{ seats: '61' }, 'card-seats'],
])('a charge by %j is read as %j', (cells, expected) => {
  const read = personOf(only({ ...paying, ...cells }))
  if (typeof expected === 'string') expect(read).toBe(expected)
  else expect(typeof read === 'object' && read.card).toEqual(expected && expect.objectContaining(expected))
})

test('without the word whether prices hold tax nobody is charged', () => {
  expect(personOf(only(paying, { prices: undefined }))).toMatchObject({ card: null })
})

test('of rows with the same customer at Stripe the first counts', () => {
  const rows = check([
    { ...paying, email: 'a@old.example' },
    { ...paying, email: 'b@old.example' },
    { ...paying, email: 'c@old.example', customer: 'cus_2' },
  ])
  expect(rows.map((row) => ('fault' in row ? row.fault : row.person.email))).toEqual([
    'a@old.example',
    'customer-twice',
    'c@old.example',
  ])
})

test.each<[Parameters<typeof usableCard<Card>>[0], Card | string]>([
  [undefined, 'customer-unknown'],
  [{ email: undefined, cards: [good], usual: undefined }, 'customer-other-email'],
  [{ email: 'bo@old.example', cards: [good], usual: undefined }, 'customer-other-email'],
  [{ email: 'ADA@old.example', cards: [good], usual: undefined }, good],
  [{ email: 'ada@old.example', cards: [], usual: undefined }, 'customer-no-card'],
  [{ email: 'ada@old.example', cards: [old], usual: 'pm_old' }, 'customer-no-card'],
  [{ email: 'ada@old.example', cards: [old, good], usual: 'pm_old' }, good],
  [{ email: 'ada@old.example', cards: [good, other], usual: undefined }, 'customer-no-card'],
  [{ email: 'ada@old.example', cards: [good, other], usual: 'pm_other' }, other],
])('%j is charged with %j', (payer, expected) => {
  expect(usableCard(payer, { email: 'ada@old.example', month: '2026-11' })).toEqual(expected)
})
