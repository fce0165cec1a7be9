import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '#support/rounds.ts'
import { type VatQuestion, vatFor, vatForGoods } from './vat.ts'
import { countryCodes, isEuCountry } from './vat-id.ts'

const private_ = { business: false, vatIdState: 'none' } as const
const company = { business: true, vatIdState: 'valid' } as const
const question = {
  mode: 'simple',
  seller: { country: 'DE', smallBusiness: false },
  customer: { country: 'DE', ...private_ },
  day: '2026-11-21',
  thirdCountry: 'zero',
  vatIdUnavailable: 'charge',
} as const satisfies VatQuestion

function ask(change: Partial<VatQuestion>) {
  return vatFor({ ...question, ...change })
}

describe('the simple rule of product.md section 9', () => {
  test.each<[VatQuestion['customer'], number]>([
    [{ country: 'DE', ...private_ }, 1900],
    [{ country: 'DE', ...company }, 1900],
    [{ country: 'AT', ...private_ }, 1900],
    [{ country: 'AT', ...company }, 0],
    [{ country: 'GR', ...company }, 0],
    [{ country: 'AT', business: true, vatIdState: 'none' }, 1900],
    [{ country: 'AT', business: true, vatIdState: 'invalid' }, 1900],
    [{ country: 'AT', business: true, vatIdState: 'unavailable' }, 1900],
    [{ country: 'AT', business: false, vatIdState: 'valid' }, 1900],
    [{ country: 'CH', ...company }, 1900],
    [{ country: 'US', ...private_ }, 1900],
  ])('%j: %i', (customer, basisPoints) => {
    expect(ask({ customer }).basisPoints).toBe(basisPoints)
  })

  test('reports reverse charge if it charges no tax', () => {
    expect(ask({ customer: { country: 'AT', ...company } })).toEqual({
      basisPoints: 0,
      reverseCharge: true,
      note: 'reverse-charge',
    })
    expect(ask({})).toEqual({ basisPoints: 1900, reverseCharge: false, taxCountry: 'DE' })
  })

  test('marks tax that a VAT id would lift if the register could confirm it, and no other', () => {
    const rests = { business: true, vatIdState: 'unavailable' } as const
    for (const mode of ['simple', 'full'] as const) {
      expect(ask({ mode, customer: { country: 'AT', ...rests } })).toMatchObject({ unconfirmed: true })
      for (const country of ['DE', 'CH'])
        expect(ask({ mode, customer: { country, ...rests } })).not.toHaveProperty('unconfirmed')
      expect(ask({ mode, customer: { country: 'AT', ...rests, vatIdState: 'invalid' } })).not.toHaveProperty(
        'unconfirmed',
      )
    }
    const trusted = { vatIdUnavailable: 'provisional', customer: { country: 'AT', ...rests } } as const
    expect(ask(trusted)).not.toHaveProperty('unconfirmed')
  })

  test('knows no other setting', () => {
    const settings = {
      ossSince: '2020-01-01',
      thirdCountry: 'zero',
      seller: { country: 'AT', smallBusiness: true },
    } as const
    expect(ask({ ...settings, customer: { country: 'HU', ...private_ } }).basisPoints).toBe(1900)
  })
})

describe('in full', () => {
  const full = { mode: 'full' } as const
  const oss = { ...full, ossSince: '2026-07-01' } as const

  test.each<[string, Partial<VatQuestion>, object]>([
    ['at home', full, { basisPoints: 1900, reverseCharge: false, taxCountry: 'DE' }],
    ['a company at home', { ...full, customer: { country: 'DE', ...company } }, { basisPoints: 1900 }],
    [
      'a company elsewhere in the EU',
      { ...full, customer: { country: 'FI', ...company } },
      { basisPoints: 0, reverseCharge: true, note: 'reverse-charge' },
    ],
    [
      'a consumer elsewhere, below the threshold',
      { ...full, customer: { country: 'FI', ...private_ } },
      { basisPoints: 1900, taxCountry: 'DE' },
    ],
    [
      'a consumer elsewhere, above it',
      { ...oss, customer: { country: 'FI', ...private_ } },
      { basisPoints: 2550, taxCountry: 'FI' },
    ],
    [
      'a consumer elsewhere, on the day before',
      { ...oss, day: '2026-06-30', customer: { country: 'FI', ...private_ } },
      { basisPoints: 1900, taxCountry: 'DE' },
    ],
    [
      'a consumer elsewhere, on the first day',
      { ...oss, day: '2026-07-01', customer: { country: 'HU', ...private_ } },
      { basisPoints: 2700, taxCountry: 'HU' },
    ],
    [
      'a rate of another day',
      { ...full, ossSince: '2024-01-01', day: '2024-08-31', customer: { country: 'FI', ...private_ } },
      { basisPoints: 2400 },
    ],
    [
      'a company whose VAT id is none',
      { ...oss, customer: { country: 'AT', business: true, vatIdState: 'invalid' } },
      { basisPoints: 2000, taxCountry: 'AT' },
    ],
    [
      'a company whose VAT id is none, where others are trusted',
      {
        ...oss,
        vatIdUnavailable: 'provisional',
        customer: { country: 'AT', business: true, vatIdState: 'invalid' },
      },
      { basisPoints: 2000, reverseCharge: false, taxCountry: 'AT' },
    ],
    [
      'a company that could not be asked for',
      { ...oss, customer: { country: 'AT', business: true, vatIdState: 'unavailable' } },
      { basisPoints: 2000, reverseCharge: false },
    ],
    [
      'a company that is trusted until it can be asked for',
      {
        ...oss,
        vatIdUnavailable: 'provisional',
        customer: { country: 'AT', business: true, vatIdState: 'unavailable' },
      },
      { basisPoints: 0, reverseCharge: true, note: 'reverse-charge', provisional: true },
    ],
    [
      'outside the EU',
      { ...oss, customer: { country: 'CH', ...private_ } },
      { basisPoints: 0, reverseCharge: false, note: 'outside-scope' },
    ],
    [
      'outside the EU, taxed as at home',
      { ...oss, thirdCountry: 'standard', customer: { country: 'US', ...company } },
      { basisPoints: 1900, taxCountry: 'DE' },
    ],
    [
      'a small business, to anybody',
      { ...oss, seller: { country: 'DE', smallBusiness: true }, customer: { country: 'FR', ...private_ } },
      { basisPoints: 0, reverseCharge: false, note: 'small-business' },
    ],
    [
      'a seller in Austria, at home',
      { ...full, seller: { country: 'AT', smallBusiness: false }, customer: { country: 'AT', ...company } },
      { basisPoints: 2000, taxCountry: 'AT' },
    ],
    [
      'a seller in Austria, to a German company',
      { ...full, seller: { country: 'AT', smallBusiness: false }, customer: { country: 'DE', ...company } },
      { basisPoints: 0, reverseCharge: true },
    ],
    [
      'a seller in Switzerland, at home',
      { ...full, seller: { country: 'CH', smallBusiness: false }, customer: { country: 'CH', ...private_ } },
      { basisPoints: 0, note: 'outside-scope' },
    ],
    [
      'a seller in Switzerland in the One Stop Shop',
      { ...oss, seller: { country: 'CH', smallBusiness: false }, customer: { country: 'DE', ...private_ } },
      { basisPoints: 1900, taxCountry: 'DE' },
    ],
  ])('%s', (_, change, expected) => {
    expect(ask(change)).toMatchObject(expected)
  })
})

test('for any input, a tax has a country and no tax has a reason', () => {
  const questions = fc.record({
    mode: fc.constantFrom('simple', 'full'),
    seller: fc.record({ country: fc.constantFrom('DE', 'AT', 'CH'), smallBusiness: fc.boolean() }),
    customer: fc.record({
      country: fc.constantFrom(...countryCodes),
      business: fc.boolean(),
      vatIdState: fc.constantFrom('none', 'valid', 'invalid', 'unavailable'),
    }),
    day: fc.constantFrom('2024-01-01', '2025-08-01', '2026-11-21'),
    ossSince: fc.option(fc.constantFrom('2025-01-01', '2026-11-21'), { nil: undefined }),
    thirdCountry: fc.constantFrom('zero', 'standard'),
    vatIdUnavailable: fc.constantFrom('charge', 'provisional'),
  }) satisfies fc.Arbitrary<VatQuestion>
  fc.assert(
    fc.property(questions, (asked) => {
      const treatment = vatFor(asked)
      expect(treatment.basisPoints > 0).toBe(treatment.taxCountry !== undefined)
      expect(treatment.basisPoints > 0).toBe(treatment.note === undefined)
      expect(treatment.reverseCharge).toBe(treatment.note === 'reverse-charge')
      if (treatment.reverseCharge) {
        expect(isEuCountry(asked.customer.country)).toBe(true)
        expect(asked.customer.business).toBe(true)
      }
    }),
    { numRuns: runs(2000) },
  )
})

test('claiming to be a business lowers no tax without a valid VAT ID', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('simple' as const, 'full' as const),
      fc.constantFrom(...countryCodes),
      fc.constantFrom('zero' as const, 'standard' as const),
      fc.constantFrom('none' as const, 'invalid' as const),
      fc.constantFrom(undefined, '2026-01-01'),
      (mode, country, thirdCountry, vatIdState, ossSince) => {
        const of = (business: boolean) =>
          ask({ mode, thirdCountry, ossSince, customer: { country, business, vatIdState } })
        expect(of(true)).toEqual(of(false))
      },
    ),
  )
})

describe('goods that are shipped', () => {
  const full = { mode: 'full' } as const
  const oss = { ...full, ossSince: '2026-07-01' } as const
  const austrian = (who: typeof private_ | typeof company) => ({ customer: { country: 'AT', ...who } })

  test.each<[string, Partial<VatQuestion>, 'standard' | 'book', object]>([
    ['simple: 19 %', {}, 'standard', { basisPoints: 1900, taxCountry: 'DE' }],
    ['simple: books at their rate', {}, 'book', { basisPoints: 700, taxCountry: 'DE' }],
    ['simple: books abroad too', austrian(private_), 'book', { basisPoints: 700, taxCountry: 'DE' }],
    [
      'simple: 19 % for a company abroad',
      austrian(company),
      'standard',
      { basisPoints: 1900, taxCountry: 'DE' },
    ],
    ['at home', full, 'standard', { basisPoints: 1900, taxCountry: 'DE' }],
    ['a book at home', full, 'book', { basisPoints: 700, taxCountry: 'DE' }],
    [
      'a book abroad, before the One Stop Shop',
      { ...full, ...austrian(private_) },
      'book',
      { basisPoints: 700, taxCountry: 'DE' },
    ],
    ['a book abroad', { ...oss, ...austrian(private_) }, 'book', { basisPoints: 1000, taxCountry: 'AT' }],
    [
      'other goods abroad',
      { ...oss, ...austrian(private_) },
      'standard',
      { basisPoints: 2000, taxCountry: 'AT' },
    ],
    [
      'the day before the One Stop Shop',
      { ...oss, day: '2026-06-30', ...austrian(private_) },
      'standard',
      { basisPoints: 1900, taxCountry: 'DE' },
    ],
    [
      'a company with a VAT id: no proof of arrival is kept',
      { ...oss, ...austrian(company) },
      'book',
      { basisPoints: 700, taxCountry: 'DE' },
    ],
    [
      'a company whose VAT id is none, as a consumer',
      { ...oss, customer: { country: 'AT', business: true, vatIdState: 'invalid' } },
      'book',
      { basisPoints: 1000, taxCountry: 'AT' },
    ],
    [
      'a consumer, whatever VAT id they have',
      { ...oss, customer: { country: 'AT', business: false, vatIdState: 'valid' } },
      'book',
      { basisPoints: 1000, taxCountry: 'AT' },
    ],
    [
      'outside the EU, as at home',
      { ...oss, customer: { country: 'CH', ...private_ } },
      'book',
      { basisPoints: 700, taxCountry: 'DE' },
    ],
    [
      'a small business',
      { ...oss, seller: { country: 'DE', smallBusiness: true } },
      'book',
      { basisPoints: 0, note: 'small-business' },
    ],
    [
      'a seller in Austria',
      { ...full, seller: { country: 'AT', smallBusiness: false }, ...austrian(private_) },
      'book',
      { basisPoints: 1000, taxCountry: 'AT' },
    ],
  ])('%s', (_, change, taxClass, expected) => {
    expect(vatForGoods({ ...question, ...change }, taxClass)).toEqual({ reverseCharge: false, ...expected })
  })
})
