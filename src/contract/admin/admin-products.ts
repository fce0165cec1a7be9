import * as z from 'zod/mini'
import { CurrentPassword } from '#contract/accounts/account-sections.ts'
import { Cents, Interval, Line, Text } from '#contract/shapes.ts'

const AnyId = z.uuid()
const Version = z.int()

/** Prices are net. `domain/shop/check-product.ts` has the rules. */
const voucher = {
  name: Line(100),
  description: Text(2000),
  netCents: Cents,
  licenseCount: z.int(),
  interval: Interval,
  onSale: z.boolean(),
}
const goods = {
  name: Line(100),
  description: Text(2000),
  /** File name in the operator's `site/pictures`, or a path of this site; empty: no picture. */
  picture: Line(200),
  taxClass: z.enum(['standard', 'book']),
  onSale: z.boolean(),
}
const variant = {
  /** Empty for goods with a single variant. */
  name: Line(100),
  netCents: Cents,
  weightGrams: z.int(),
  onSale: z.boolean(),
}
const shipping = {
  name: Line(100),
  countries: z.array(Line(2)).check(z.maxLength(300)),
  weightUpToGrams: z.int(),
  netCents: Cents,
  onOffer: z.boolean(),
}
const discount = {
  code: Line(40),
  percent: z.nullable(z.int()),
  offCents: z.nullable(Cents),
  freeShipping: z.boolean(),
  minimumCents: Cents,
  validFrom: z.nullable(Line(10)),
  validUntil: z.nullable(Line(10)),
  maxUses: z.nullable(z.int()),
}

/** ID and version of the edited row; both absent for a new one. */
const edited = { version: z.optional(Version), password: z.optional(CurrentPassword) }
const byId = { id: z.optional(AnyId), ...edited }

/** Everything the shop sells or sold, for editing. */
export const ProductDesk = z.strictObject({
  vouchers: z.array(z.strictObject({ id: AnyId, version: Version, ...voucher })),
  goods: z.array(
    z.strictObject({
      id: AnyId,
      version: Version,
      ...goods,
      variants: z.array(z.strictObject({ id: AnyId, ...variant, stock: z.int() })),
    }),
  ),
  shippingMethods: z.array(z.strictObject({ id: AnyId, version: Version, ...shipping })),
  discounts: z.array(z.strictObject({ ...discount, version: Version, uses: z.int() })),
  /** Names of the available pictures. */
  pictures: z.array(z.string()),
})
export type ProductDesk = z.output<typeof ProductDesk>

export const VoucherEdit = z.strictObject({ ...byId, ...voucher })
export type VoucherEdit = z.output<typeof VoucherEdit>
/** Stock changes by a difference, so that sales since the page was shown still count. */
export const GoodsEdit = z.strictObject({
  ...byId,
  ...goods,
  variants: z
    .array(z.strictObject({ id: z.optional(AnyId), ...variant, stockChange: z.int() }))
    .check(z.maxLength(50)),
})
export type GoodsEdit = z.output<typeof GoodsEdit>
export const ShippingMethodEdit = z.strictObject({ ...byId, ...shipping })
export type ShippingMethodEdit = z.output<typeof ShippingMethodEdit>
/** The code cannot change; without a version it is new. */
export const DiscountEdit = z.strictObject({ ...edited, ...discount })
export type DiscountEdit = z.output<typeof DiscountEdit>
