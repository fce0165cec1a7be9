import { euCountries } from '#domain/tax/vat-id.ts'

/** A variant of goods: its weight in grams, and its stock at the demo's first start. */
type DemoVariant = { readonly name: string; readonly weightGrams: number; readonly stock: number }

type DemoGoods = {
  readonly name: string
  readonly description: string
  readonly picture: string
  readonly taxClass: 'standard' | 'book'
  readonly netCents: number
  readonly variants: readonly DemoVariant[]
}

/** The demo's goods. Pictures are files of the web build. */
export const demoGoods: readonly DemoGoods[] = [
  {
    name: 'Patterns on paper',
    description: 'The series about design patterns as a book: 288 pages, with all its drawings.',
    picture: '/demo-book.svg',
    taxClass: 'book',
    netCents: 3200,
    variants: [{ name: '', weightGrams: 640, stock: 120 }],
  },
  {
    name: 'Mug for long builds',
    description: 'Keeps 0.3 litres warm until the tests are green.',
    picture: '/demo-mug.svg',
    taxClass: 'standard',
    netCents: 1250,
    variants: [{ name: '', weightGrams: 380, stock: 4 }],
  },
  {
    name: 'T-shirt',
    description: 'Heavy cotton, printed by hand.',
    picture: '/demo-t-shirt.svg',
    taxClass: 'standard',
    netCents: 2100,
    variants: [
      { name: 'S', weightGrams: 190, stock: 12 },
      { name: 'M', weightGrams: 200, stock: 30 },
      { name: 'L', weightGrams: 210, stock: 24 },
      { name: 'XL', weightGrams: 225, stock: 0 },
    ],
  },
  {
    name: 'Stickers',
    description: 'Four of them, for lids that are still empty.',
    picture: '/demo-stickers.svg',
    taxClass: 'standard',
    netCents: 420,
    variants: [{ name: '', weightGrams: 20, stock: 500 }],
  },
]

const home = ['DE']
const abroad = euCountries.map(({ code }) => code).filter((code) => code !== 'DE')

export const demoShippingMethods = [
  { name: 'Letter', countries: home, weightUpToGrams: 500, netCents: 160 },
  { name: 'Parcel', countries: home, weightUpToGrams: 10_000, netCents: 490 },
  { name: 'Parcel within the EU', countries: abroad, weightUpToGrams: 5000, netCents: 1290 },
] as const

/** A discount of ten percent. */
export const demoDiscountCode = 'AUTUMN-10'
