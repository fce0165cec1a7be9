import type { Call } from '#contract/call.ts'
import { Done } from '#contract/shapes.ts'
import * as products from './admin-products.ts'

/** The admin's calls about the shop's products; 409 `version-conflict` after a concurrent edit. */
export const adminProductCalls = {
  productDesk: {
    method: 'GET',
    path: '/api/admin/products',
    actor: 'admin',
    summary: 'Vouchers, goods with their stock, ways of shipping and discount codes, on sale or not',
    replies: { 200: products.ProductDesk },
  },
  saveVoucher: {
    method: 'POST',
    path: '/api/admin/product/voucher',
    actor: 'admin',
    idempotent: true,
    summary: 'Adds or changes a gift voucher',
    body: products.VoucherEdit,
    replies: { 200: Done },
  },
  saveGoods: {
    method: 'POST',
    path: '/api/admin/product/goods',
    actor: 'admin',
    idempotent: true,
    summary: 'Adds or changes goods with their variants, and adds to their stock or takes from it',
    body: products.GoodsEdit,
    replies: { 200: Done },
  },
  saveShippingMethod: {
    method: 'POST',
    path: '/api/admin/product/shipping',
    actor: 'admin',
    idempotent: true,
    summary: 'Adds or changes a way of shipping',
    body: products.ShippingMethodEdit,
    replies: { 200: Done },
  },
  saveDiscount: {
    method: 'POST',
    path: '/api/admin/product/discount',
    actor: 'admin',
    idempotent: true,
    summary: 'Adds or changes a discount code of the shop',
    body: products.DiscountEdit,
    replies: { 200: Done },
  },
} as const satisfies Record<string, Call>
