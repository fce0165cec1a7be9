import type { Generated } from 'kysely'
import type { Json } from './billing-tables.ts'

/** The rows of the shop. */
export type ShopTables = {
  shop_product: ShopProductTable
  shop_checkout: ShopCheckoutTable
  shop_order: ShopOrderTable
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
  created_at: Date
}

type ShopCheckoutTable = {
  order_id: string
  user_id: string | null
  email: string
  provider: string
  mode: 'test' | 'live'
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
  state: 'placed' | 'paid' | 'cancelled' | 'returned'
  lines: Json<unknown>
  facts: Json<unknown>
  net_cents: number
  vat_cents: number
  gross_cents: number
  placed_at: Date
  paid_at: Date | null
  closed_at: Date | null
}
