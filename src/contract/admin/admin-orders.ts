import * as z from 'zod/mini'
import { CurrentPassword } from '#contract/accounts/account-sections.ts'
import { Cents, Day, Instant, Line, Pieces } from '#contract/shapes.ts'
import { Order, OrderState } from '#contract/shop/shop.ts'

const AnyId = z.uuid()

/** Part of an order number or of the buyer's email; ten a page, from 0. */
export const OrderSearch = z.strictObject({
  query: Line(320),
  state: z.optional(OrderState),
  page: z.int().check(z.minimum(0), z.maximum(100_000)),
})
/** Newest first. `count`: on all pages. */
export const FoundOrders = z.strictObject({
  count: z.int(),
  orders: z.array(
    z.strictObject({
      id: AnyId,
      number: z.string(),
      state: OrderState,
      email: z.string(),
      placedAt: Instant,
      grossCents: Cents,
      names: z.array(z.string()),
    }),
  ),
})
export type FoundOrders = z.output<typeof FoundOrders>

export const OneOfOrders = z.strictObject({ id: AnyId })

/** Transitions of an order that move no money. */
const DeskEvent = z.enum(['pack', 'ship', 'deliver', 'cancel'])

/** An order with the details for the operator. */
export const DeskOrder = z.strictObject({
  order: Order,
  /** Account that was signed in. */
  accountId: z.nullable(AnyId),
  name: z.string(),
  address: z.string(),
  country: z.string(),
  vatId: z.optional(z.string()),
  paidAt: z.nullable(Instant),
  packedAt: z.nullable(Instant),
  shippedAt: z.nullable(Instant),
  deliveredAt: z.nullable(Instant),
  closedAt: z.nullable(Instant),
  /** The buyer withdrew: shipped goods are on their way back. */
  withdrawnAt: z.nullable(Instant),
  /** Day on which the transfer for an order on invoice arrived. */
  receivedOn: z.nullable(Day),
  /** Possible transitions. */
  events: z.array(DeskEvent),
  /** Gross, paid and not refunded; at 0 nothing can be refunded. */
  leftCents: Cents,
  /** Basis for the value of pieces (`domain/shop/given-back.ts`); absent where nothing can be refunded. */
  worth: z.optional(
    z.strictObject({
      lines: z.array(z.strictObject({ discountCents: Cents, vatBasisPoints: z.int() })),
      shipping: z.array(z.strictObject({ vatBasisPoints: z.int(), netCents: Cents })),
      /** Not credited yet, by rate. */
      left: z.array(
        z.strictObject({ netCents: Cents, vatBasisPoints: z.int(), vatCents: Cents, grossCents: Cents }),
      ),
    }),
  ),
  /** Numbers of the invoice and its credit notes. */
  documents: z.array(z.string()),
})
export type DeskOrder = z.output<typeof DeskOrder>

/** The full transfer for an order on invoice arrived on that day. */
export const OrderPaid = z.strictObject({ id: AnyId, receivedOn: Day, password: CurrentPassword })

/**
 * `restock`: shipped goods of an unpaid order that is cancelled have come back. `tracking`: number of the parcel. The
 * password is needed when the last confirmation has expired.
 */
export const OrderMove = z.strictObject({
  id: AnyId,
  event: DeskEvent,
  tracking: z.optional(Line(100)),
  restock: z.optional(z.boolean()),
  password: z.optional(CurrentPassword),
})

/** Refunds part of an order, for pieces or as a sum; refunding all money or all pieces makes the order returned. */
export const OrderRefund = z.strictObject({
  id: AnyId,
  /** Absent: a full refund covers all remaining pieces, a partial one covers none. */
  pieces: z.optional(Pieces),
  /** At most the value of the pieces; zero only for pieces whose price was refunded before. */
  grossCents: Cents.check(z.nonnegative()),
  /** Refundable amount that was shown. */
  leftCents: Cents,
  /** Shipped goods have come back. */
  restock: z.optional(z.boolean()),
  password: CurrentPassword,
})
/** Bytes of a PDF. */
export const OrderPaper = z.unknown()
