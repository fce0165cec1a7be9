import * as z from 'zod/mini'
import { CurrentPassword } from '#contract/accounts/account-sections.ts'
import { Cents, Day, Instant, Line } from '#contract/shapes.ts'
import { Order, OrderState, Pieces } from '#contract/shop/shop.ts'

const AnyId = z.uuid()

/** A part of an order's number, or of its buyer's email; ten a page, the first page is 0. */
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

/** What the operator does with an order that needs no money to be moved. */
const DeskEvent = z.enum(['pack', 'ship', 'deliver', 'cancel'])

/** An order as its buyer sees it, and what the operator sees beside that. */
export const DeskOrder = z.strictObject({
  order: Order,
  /** Of whoever was signed in. */
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
  /** The buyer withdrew: goods that were shipped are on their way back. */
  withdrawnAt: z.nullable(Instant),
  /** Day on which the money of an order on invoice arrived. */
  receivedOn: z.nullable(Day),
  /** What may be done next. */
  events: z.array(DeskEvent),
  /** Gross, paid and not given back; nothing can be refunded of an order without it. */
  leftCents: Cents,
  /** What the worth of pieces follows from (`domain/shop/given-back.ts`); absent where no money can be given back. */
  worth: z.optional(
    z.strictObject({
      lines: z.array(z.strictObject({ discountCents: Cents, vatBasisPoints: z.int() })),
      shipping: z.array(z.strictObject({ vatBasisPoints: z.int(), netCents: Cents })),
      /** Not corrected by a credit note, by rate. */
      left: z.array(
        z.strictObject({ netCents: Cents, vatBasisPoints: z.int(), vatCents: Cents, grossCents: Cents }),
      ),
    }),
  ),
  /** Of the invoice and its credit notes. */
  documents: z.array(z.string()),
})
export type DeskOrder = z.output<typeof DeskOrder>

/** All of the money of an order on invoice arrived on that day. */
export const OrderPaid = z.strictObject({ id: AnyId, receivedOn: Day, password: CurrentPassword })

/** `restock`: goods that were shipped, and are cancelled because they are not paid, have come back. `tracking`: of a parcel that is shipped. The password where it was given too long ago. */
export const OrderMove = z.strictObject({
  id: AnyId,
  event: DeskEvent,
  tracking: z.optional(Line(100)),
  restock: z.optional(z.boolean()),
  password: z.optional(CurrentPassword),
})

/** So much of what is left of an order's money, for pieces or as a sum; all money or all pieces make the order returned. */
export const OrderRefund = z.strictObject({
  id: AnyId,
  /** Without them all that is left is for all pieces that remain, and less is for none. */
  pieces: z.optional(Pieces),
  /** At most what the pieces are worth; zero only for pieces whose price has gone back before. */
  grossCents: Cents.check(z.nonnegative()),
  /** What was left when it was shown. */
  leftCents: Cents,
  /** Goods that were shipped have come back. */
  restock: z.optional(z.boolean()),
  password: CurrentPassword,
})
/** Bytes of a PDF. */
export const OrderPaper = z.unknown()
