import * as z from 'zod/mini'
import { Cents, Day, Id, Instant, Interval, Line, Text } from '#contract/shapes.ts'

const Provider = z.enum(['stripe', 'sandbox'])
/** `invoice`: by bank transfer, after the order. */
const PaymentKind = z.enum(['card', 'invoice'])
const Quantity = z.int().check(z.minimum(1), z.maximum(20))

/** Gross: with the tax of a private customer at home. */
const price = { netCents: Cents, grossCents: Cents }

/** A gift voucher: licences for an interval, delivered as a code by mail. */
const Voucher = z.strictObject({
  id: Id,
  kind: z.literal('voucher'),
  name: z.string(),
  description: z.string(),
  licenseCount: z.int(),
  interval: Interval,
  ...price,
})
export type Voucher = z.output<typeof Voucher>
/** Goods that are shipped, of one form or several. What is ordered is a variant, by its id. */
const Goods = z.strictObject({
  id: Id,
  kind: z.literal('goods'),
  name: z.string(),
  description: z.string(),
  /** Path of a picture on this site. */
  picture: z.nullable(z.string()),
  variants: z.array(
    z.strictObject({
      id: Id,
      /** A size, a colour; empty where there is one form. */
      name: z.string(),
      /** How many can be ordered now: the stock, or the most of one order. */
      available: z.int(),
      ...price,
    }),
  ),
})
export type Goods = z.output<typeof Goods>
const Product = z.discriminatedUnion('kind', [Voucher, Goods])
/** A way in which goods are shipped, at the tax of most goods at home. `countries`: codes. */
const Shipping = z.strictObject({
  id: Id,
  name: z.string(),
  countries: z.array(z.string()),
  weightUpToGrams: z.int(),
  ...price,
})
/** What is on sale; nothing while the shop is closed. `country`: the seller's. `shipping`: where goods are sold, cheapest first. */
export const Shop = z.strictObject({
  products: z.array(Product),
  country: z.string(),
  shipping: z.array(Shipping),
})
export type Shop = z.output<typeof Shop>

const CartItems = z.array(z.strictObject({ productId: Id, quantity: Quantity })).check(z.maxLength(20))
/** What an order is beside its items: where it goes, how, and by which discount code. */
const chosen = { shippingMethod: z.optional(Id), discountCode: z.optional(Line(100)) }
export const CartQuestion = z.strictObject({ items: CartItems, country: z.optional(Line(2)), ...chosen })
export type CartQuestion = z.output<typeof CartQuestion>

/** Net and gross are those of the whole line, before a discount. */
const line = {
  /** Of a voucher, or of a variant of goods. */
  productId: Id,
  name: z.string(),
  quantity: z.int(),
  netCents: Cents,
  grossCents: Cents,
}
const OrderLine = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('voucher'), ...line, licenseCount: z.int(), interval: Interval }),
  z.strictObject({ kind: z.literal('goods'), ...line, variant: z.string() }),
])
/** How many pieces of each line of an order, in the order of its lines. */
export const Pieces = z.array(z.int().check(z.minimum(0), z.maximum(20))).check(z.maxLength(20))
/** What became of the pieces of a line; absent where there are none. */
const pieces = {
  /** Given back: their money too, or it is on its way. */
  returned: z.optional(z.int()),
  /** The buyer has withdrawn from them and is to send them back. */
  awaited: z.optional(z.int()),
}
const BoughtLine = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('voucher'),
    ...line,
    ...pieces,
    licenseCount: z.int(),
    interval: Interval,
  }),
  z.strictObject({ kind: z.literal('goods'), ...line, ...pieces, variant: z.string() }),
])
const totals = {
  lines: z.array(OrderLine),
  /** What a code takes off: amounts are above zero. */
  discount: z.nullable(
    z.strictObject({
      code: z.string(),
      netCents: Cents,
      grossCents: Cents,
      freeShipping: z.boolean(),
    }),
  ),
  /** Null: nothing is shipped, or no way is chosen yet. */
  shipping: z.nullable(z.strictObject({ name: z.string(), netCents: Cents, grossCents: Cents })),
  /** One for each rate; `basisPoints` are hundredths of a percent. */
  taxes: z.array(z.strictObject({ basisPoints: z.int(), netCents: Cents, vatCents: Cents })),
  netCents: Cents,
  vatCents: Cents,
  grossCents: Cents,
}
/** What a cart costs for that buyer, by the prices of today. */
export const CartQuote = z.strictObject({
  ...totals,
  /** The country whose buyer it is for. */
  country: z.string(),
  reverseCharge: z.boolean(),
  /** The company that buys, by its signed-in manager. */
  company: z.optional(z.string()),
  /** The invoice has to name its buyer, or a parcel has to find them: name and postal address are asked for. */
  needsAddress: z.boolean(),
  /** Something is shipped, and in these ways it can be: none where it is too heavy, or no way goes to the country. */
  ships: z.boolean(),
  /** How it may be paid. */
  payments: z.array(PaymentKind),
  shippingMethods: z.array(z.strictObject({ id: Id, name: z.string(), netCents: Cents, grossCents: Cents })),
  /** Variants of which fewer are there than the cart has. */
  short: z.array(z.strictObject({ productId: Id, available: z.int() })),
  /** Why the code takes nothing off; with what it takes to. */
  discountFault: z.nullable(
    z.strictObject({
      reason: z.enum(['unknown', 'not-yet', 'over', 'used-up', 'minimum', 'nothing-off']),
      minimumCents: z.optional(Cents),
      validFrom: z.optional(z.string()),
    }),
  ),
})
export type CartQuote = z.output<typeof CartQuote>

/** Who begins to pay: the address is where codes and invoice go. */
export const CheckoutStart = z.strictObject({ email: Line(320), paymentProvider: Provider })
/** `orderId` and `key` are what the order will be reached by; the secret is for the card form alone. */
export const Checkout = z.strictObject({ orderId: Id, key: z.string(), clientSecret: z.string() })
/** Who orders on invoice. */
export const InvoiceCheckoutStart = z.strictObject({ email: Line(320) })
export const InvoiceCheckout = z.strictObject({ orderId: Id, key: z.string() })
export const OptionalOrderKey = z.strictObject({ key: z.optional(Line(100)) })
export const CardForm = z.strictObject({ clientSecret: z.string() })
export const OneOrder = z.strictObject({ id: Id })
/** `position`: the voucher's place in the order's list, from 0. */
export const OneVoucher = z.strictObject({ id: Id, position: z.string().check(z.regex(/^\d{1,3}$/)) })

/** `POST /api/shop/order/{id}`: the order itself, with what was shown. */
export const OrderPlacement = z.strictObject({
  key: Line(100),
  items: CartItems,
  country: Line(2),
  name: z.optional(Line(200)),
  address: z.optional(Text(1000)),
  /** By card, unless it is told otherwise. */
  payment: z.optional(PaymentKind),
  /** Of a payment by card: id of a set-up intent that succeeded. */
  setupIntent: z.optional(Line(200)),
  /** The gross price that was shown: another one is refused. */
  shownGrossCents: Cents,
  ...chosen,
})
export type OrderPlacement = z.output<typeof OrderPlacement>

/** `key`: of a guest. With a set-up intent another card is charged, without one the provider is asked how the payment stands. */
export const OrderPayment = z.strictObject({ key: z.optional(Line(100)), setupIntent: z.optional(Line(200)) })

/** Where an order stands (`domain/shop/order-state.ts`). */
export const OrderState = z.enum([
  'placed',
  'paid',
  'packed',
  'shipped',
  'delivered',
  'cancelled',
  'returned',
])

/** An order as its buyer sees it. Codes are there once it is paid. */
export const Order = z.strictObject({
  id: Id,
  number: z.string(),
  state: OrderState,
  email: z.string(),
  placedAt: Instant,
  ...totals,
  lines: z.array(BoughtLine),
  /** Gross, given back or on its way; absent where nothing is. */
  refundedCents: z.optional(Cents),
  /** The buyer owes the tax of the vouchers. */
  reverseCharge: z.optional(z.boolean()),
  /** Of an order that is not paid yet. */
  payment: z.nullable(
    z.strictObject({
      state: z.enum(['processing', 'action-required', 'declined']),
      provider: Provider,
      clientSecret: z.optional(z.string()),
      paymentMethod: z.optional(z.string()),
      /** The bank's own sentence. */
      message: z.optional(z.string()),
    }),
  ),
  /** Of an order on invoice that is not paid yet: what is to be transferred, where to, and until which day. */
  transfer: z.nullable(
    z.strictObject({
      holder: z.string(),
      iban: z.string(),
      bic: z.optional(z.string()),
      /** By which the seller knows what was paid. */
      reference: z.string(),
      dueOn: Day,
      grossCents: Cents,
    }),
  ),
  vouchers: z.array(
    z.strictObject({
      code: z.string(),
      licenseCount: z.int(),
      interval: Interval,
      /** The last day on which it can be redeemed. */
      validUntil: z.string(),
      state: z.enum(['open', 'redeemed', 'void']),
    }),
  ),
  /** Number of the invoice, once there is one. */
  invoiceNumber: z.optional(z.string()),
  /** Name and address to which its goods go back, while that is awaited: the buyer has withdrawn. */
  returnTo: z.optional(z.string()),
  /** To whom its goods go, and how far they are; null where nothing is shipped. */
  delivery: z.nullable(
    z.strictObject({
      recipient: z.string(),
      address: z.string(),
      country: z.string(),
      shippedAt: z.nullable(Instant),
      deliveredAt: z.nullable(Instant),
      /** By which the carrier knows the parcel. */
      trackingNumber: z.nullable(z.string()),
    }),
  ),
})
export type Order = z.output<typeof Order>
export const OrderReply = z.strictObject({ order: Order })

export const OwnOrders = z.strictObject({
  orders: z.array(
    z.strictObject({
      id: Id,
      number: z.string(),
      state: OrderState,
      placedAt: Instant,
      grossCents: Cents,
      names: z.array(z.string()),
    }),
  ),
})
export type OwnOrders = z.output<typeof OwnOrders>
/** Bytes of a PDF, sent as an attachment. */
export const OrderInvoice = z.unknown()
export const VoucherFile = z.unknown()
