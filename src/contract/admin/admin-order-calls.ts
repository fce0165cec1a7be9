import type { Call } from '#contract/call.ts'
import { Done } from '#contract/shapes.ts'
import * as orders from './admin-orders.ts'

/** The admin's calls about shop orders. */
export const adminOrderCalls = {
  findOrders: {
    method: 'POST',
    path: '/api/admin/orders',
    actor: 'admin',
    summary: 'Orders by number, email or state, newest first, ten a page',
    body: orders.OrderSearch,
    replies: { 200: orders.FoundOrders },
  },
  deskOrder: {
    method: 'POST',
    path: '/api/admin/order',
    actor: 'admin',
    summary: 'An order with its buyer, and what may be done with it',
    body: orders.OneOfOrders,
    replies: { 200: orders.DeskOrder },
  },
  packingList: {
    method: 'GET',
    path: '/api/admin/order/:id/packing-list.pdf',
    actor: 'admin',
    summary: 'What lies in the parcel of an order, as PDF',
    params: orders.OneOfOrders,
    mediaType: 'application/pdf',
    replies: { 200: orders.OrderPaper },
  },
  addressLabel: {
    method: 'GET',
    path: '/api/admin/order/:id/address-label.pdf',
    actor: 'admin',
    summary: 'The address of the buyer for the parcel of an order, as PDF of A6',
    params: orders.OneOfOrders,
    mediaType: 'application/pdf',
    replies: { 200: orders.OrderPaper },
  },
  moveOrder: {
    method: 'POST',
    path: '/api/admin/order/state',
    actor: 'admin',
    idempotent: true,
    summary: 'Says that an order is packed, shipped or delivered, or cancels one that is not paid',
    body: orders.OrderMove,
    replies: { 200: Done },
  },
  markOrderPaid: {
    method: 'POST',
    path: '/api/admin/order/paid',
    actor: 'admin',
    idempotent: true,
    summary: 'Says that the money of an order on invoice has arrived; codes of vouchers are made and mailed',
    body: orders.OrderPaid,
    replies: { 200: Done },
  },
  refundOrder: {
    method: 'POST',
    path: '/api/admin/order/refund',
    actor: 'admin',
    idempotent: true,
    summary: 'Gives money of an order back, for pieces of its lines or as a sum, with a credit note',
    body: orders.OrderRefund,
    replies: { 200: Done },
  },
} as const satisfies Record<string, Call>
