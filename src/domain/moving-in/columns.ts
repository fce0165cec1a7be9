/** What a column of a list of people may hold. */
export const fields = [
  'email',
  'name',
  'lastName',
  'seats',
  'until',
  'language',
  'newsletter',
  'consentOn',
  'customer',
  'nextCharge',
  'price',
  'interval',
  'currency',
  'country',
  'address',
  'vatId',
] as const
export type Field = (typeof fields)[number]

/** Columns by their numbers from 0; only the email is needed. `name` is the full or the first name. */
export type Mapping = { readonly email: number } & {
  readonly [Name in Exclude<Field, 'email'>]?: number | undefined
}

/** Largest number of people in one import. */
export const mostPeople = 5_000
/** Largest number of columns in a list. */
export const mostColumns = 200
/** Longest text of a cell, in UTF-16 code units. */
export const longestCell = 2_000

/** Headings as lower-case letters, the most certain first. Names and emails are found by `user-columns.ts`. */
const headings: Readonly<Record<Exclude<Field, 'email' | 'name' | 'lastName'>, readonly string[]>> = {
  seats: words('seats seat licenses licences quantity lizenzen plätze anzahl'),
  until: words(
    'until validuntil expires expiresat expireson expirydate enddate endsat endson paiduntil accessuntil nextdue nextduedate currentperiodend bis gültigbis ablaufdatum enddatum bezahltbis',
  ),
  language: words('language lang locale sprache'),
  newsletter: words('newsletter subscribedtoemails acceptsmarketing emailoptin optin marketing'),
  consentOn: words(
    'consentdate consentat consenton newsletterconsent newsletterconsentdate newslettersince optindate optinat einwilligung einwilligungam newsletterseit',
  ),
  customer: words('stripecustomerid stripecustomer customerid'),
  nextCharge: words(
    'nextcharge nextchargeon nextchargedate nextbilling nextbillingdate nextpayment nextpaymentdate renewson renewsat renewaldate nächsteabbuchung nächstezahlung',
  ),
  price: words('price planprice amount planamount preis betrag'),
  interval: words('interval billinginterval billingperiod planinterval intervall zeitraum'),
  currency: words('currency plancurrency währung'),
  country: words('billingcountry countrycode country land'),
  address: words('billingaddress invoiceaddress address rechnungsadresse anschrift adresse'),
  vatId: words('vatid vatnumber taxid ustid ustidnr umsatzsteuerid'),
}

/** Returns the columns that headings name, besides name and email. The first of several counts. */
export function guessColumns(columns: readonly string[]): Omit<Mapping, 'email' | 'name' | 'lastName'> {
  const letters = columns.map((heading) =>
    heading
      .toLowerCase()
      .normalize('NFC')
      .replace(/[^\p{L}]/gu, ''),
  )
  const found = Object.entries(headings).flatMap(([field, known]) => {
    const heading = known.find((word) => letters.includes(word))
    return heading === undefined ? [] : [[field, letters.indexOf(heading)]]
  })
  return Object.fromEntries(found)
}

/** Whether these are the columns of the members that Ghost exports (its `CSV_HEADERS`; newer ones have more). */
export function isFromGhost(columns: readonly string[]): boolean {
  return ghostColumns.every((name) => columns.includes(name))
}

const ghostColumns = [
  'id',
  'email',
  'name',
  'subscribed_to_emails',
  'complimentary_plan',
  'stripe_customer_id',
]

function words(text: string): readonly string[] {
  return text.split(' ')
}
