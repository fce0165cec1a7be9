import type { ColumnType, Generated } from 'kysely'
import type { Amount } from '#domain/money.ts'
import type { BankAccount } from '#domain/shop/on-invoice.ts'
import type { OrderState } from '#domain/shop/order-state.ts'
import type { SoldDiscount, SoldShipping } from '#domain/shop/sold-order.ts'
import type { Json } from './billing-tables.ts'

/** Tables of the shop. */
export type ShopTables = {
  shop_product: ShopProductTable
  shop_goods: ShopGoodsTable
  shop_variant: ShopVariantTable
  shop_shipping_method: ShopShippingMethodTable
  shop_discount: ShopDiscountTable
  shop_checkout: ShopCheckoutTable
  shop_order: ShopOrderTable
  shop_gift: ShopGiftTable
  shop_voucher: { coupon_key: string; order_id: string; position: number; voided_at: Date | null }
}

type ShopProductTable = {
  id: string
  kind: 'voucher'
  name: string
  description: string
  net_cents: number
  license_count: number
  interval_value: number
  interval_unit: 'd' | 'w' | 'm' | 'y'
  on_sale: Generated<boolean>
  version: Generated<number>
  created_at: Date
}

type ShopGoodsTable = {
  id: string
  name: string
  description: Generated<string>
  picture: string | null
  tax_class: 'standard' | 'book'
  on_sale: Generated<boolean>
  version: Generated<number>
  created_at: Date
}

type ShopVariantTable = {
  id: string
  goods_id: string
  name: Generated<string>
  net_cents: number
  weight_grams: number
  stock: number
  position: Generated<number>
  on_sale: Generated<boolean>
}

type ShopShippingMethodTable = {
  id: string
  name: string
  countries: string[]
  weight_up_to_grams: number
  net_cents: number
  on_offer: Generated<boolean>
  version: Generated<number>
  created_at: Date
}

type ShopDiscountTable = {
  code_key: string
  code: string
  percent: number | null
  off_cents: number | null
  free_shipping: Generated<boolean>
  minimum_cents: Generated<number>
  valid_from: string | null
  valid_until: string | null
  max_uses: number | null
  uses: Generated<number>
  version: Generated<number>
  created_at: Date
}

type ShopCheckoutTable = {
  order_id: string
  user_id: string | null
  email: string
  provider: string | null
  mode: 'test' | 'live' | null
  customer: string | null
  created_at: Date
}

type ShopOrderTable = {
  id: string
  number: Generated<string>
  user_id: string | null
  email: string
  email_key: string
  language: 'en' | 'de'
  state: OrderState
  lines: Json<unknown>
  facts: Json<unknown>
  shipping: MaybeJson<SoldShipping>
  discount: MaybeJson<SoldDiscount>
  taxes: MaybeJson<readonly Amount[]>
  net_cents: number
  vat_cents: number
  gross_cents: number
  placed_at: Date
  paid_at: Date | null
  packed_at: Date | null
  shipped_at: Date | null
  delivered_at: Date | null
  tracking_number: string | null
  withdrawn_at: Date | null
  closed_at: Date | null
  due_on: string | null
  bank: MaybeJson<BankAccount>
  received_on: string | null
  reminders: Generated<number>
  returned_pieces: number[] | null
  awaited_pieces: number[] | null
}

type ShopGiftTable = {
  coupon_key: string
  send_on: string
  recipient: string | null
  message: Generated<string>
  picture: string | null
  sent_at: Date | null
}

type MaybeJson<Value> = ColumnType<Value | null, string | null | undefined, string | null>
