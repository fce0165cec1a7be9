import * as z from 'zod/mini'
import { CurrentPassword } from '#contract/accounts/account-sections.ts'
import { Day, Id, Line } from '#contract/shapes.ts'

/** `2026-11` or `2026-Q4`. */
export const TaxPeriod = z.string().check(z.regex(/^20\d{2}-(?:Q[1-4]|0[1-9]|1[0-2])$/))
export const Month = z.string().check(z.regex(/^20\d{2}-(?:0[1-9]|1[0-2])$/))

const Kind = z.enum(['invoice', 'credit-note'])

export const InvoiceSearch = z.strictObject({
  /** Beginning of a number or of a buyer's name, or a VAT id. */
  query: Line(320),
  month: z.optional(Month),
  kind: z.optional(Kind),
  page: z.int().check(z.minimum(0), z.maximum(99_999)),
})

export const FoundInvoices = z.strictObject({
  /** On all pages; of a search at most 1,000. */
  count: z.int(),
  invoices: z.array(
    z.strictObject({
      id: Id,
      number: z.string(),
      kind: Kind,
      issuedOn: Day,
      /** Number of the corrected invoice. */
      corrects: z.nullable(z.string()),
      /** Number of the invoice that this one replaces, with another recipient. */
      replaces: z.nullable(z.string()),
      buyer: z.string(),
      /** Null for orders of the shop, and where the account was deleted. */
      accountId: z.nullable(Id),
      netCents: z.int(),
      vatCents: z.int(),
      grossCents: z.int(),
      /** Whether there is an e-invoice. */
      hasXml: z.boolean(),
    }),
  ),
})
export type FoundInvoice = z.output<typeof FoundInvoices>['invoices'][number]

export const OneInvoice = z.strictObject({ id: z.uuid() })

const Digits = (most: number) => z.string().check(z.regex(new RegExp(`^\\d{0,${most}}$`)))

/** What the tax adviser says about DATEV; see `domain/exports/datev.ts`. */
const DatevSettings = z.strictObject({
  consultant: z.int().check(z.minimum(1001), z.maximum(9_999_999)),
  client: z.int().check(z.minimum(1), z.maximum(99_999)),
  yearStart: z.int().check(z.minimum(1), z.maximum(12)),
  accountLength: z.int().check(z.minimum(4), z.maximum(8)),
  chart: z.enum(['', '03', '04']),
  /** One digit longer than the other accounts where it is a customer's. */
  customerAccount: z.string().check(z.regex(/^\d{4,9}$/)),
  locked: z.boolean(),
  accounts: z
    .array(
      z.strictObject({
        sale: z
          .string()
          .check(
            z.regex(/^(?:home \d{1,4}|oss [A-Z]{2} \d{1,4}|reverse-charge|outside-scope|small-business)$/),
          ),
        account: Digits(8),
        taxKey: Digits(4),
      }),
    )
    .check(z.maxLength(200)),
})
export type DatevSettings = z.output<typeof DatevSettings>
export const DatevEdit = z.extend(DatevSettings, { password: z.optional(CurrentPassword) })

const Sum = z.int()

export const TaxReturn = z.strictObject({
  from: Day,
  to: Day,
  settings: z.nullable(DatevSettings),
  /** Kinds of sales that have an account each. */
  cases: z.array(z.strictObject({ sale: z.string(), count: z.int(), netCents: Sum, vatCents: Sum })),
  /** Of a quarter; null for a month. */
  oss: z.nullable(
    z.strictObject({
      lines: z.array(
        z.strictObject({
          supply: z.enum(['service', 'goods']),
          country: z.string(),
          rate: z.enum(['STANDARD', 'REDUCED']),
          basisPoints: z.int(),
          netCents: Sum,
          vatCents: Sum,
        }),
      ),
      corrections: z.array(z.strictObject({ quarter: z.string(), country: z.string(), vatCents: Sum })),
    }),
  ),
  salesList: z.array(z.strictObject({ vatId: z.string(), euros: Sum, kind: z.literal('S') })),
  /** What has to be put right before a file is made; the first hundred. */
  faults: z.array(
    z.strictObject({
      file: z.enum(['datev', 'oss', 'sales-list']),
      kind: z.enum([
        'settings-missing',
        'account-missing',
        'two-financial-years',
        'vat-id-missing',
        'vat-id-invalid',
        'too-many-lines',
      ]),
      number: z.nullable(z.string()),
      detail: z.string(),
    }),
  ),
  faultCount: z.int(),
})
export type TaxReturn = z.output<typeof TaxReturn>
