import * as z from 'zod/mini'
import { Cents, Day, Id, Instant, Interval, Line, Text } from '#contract/shapes.ts'

const Provider = z.enum(['stripe', 'sandbox'])
/** `invoice`: by bank transfer after the order. */
const PaymentKind = z.enum(['card', 'invoice'])
const Quantity = z.int().check(z.minimum(1), z.maximum(20))

/** Gross: with the domestic tax of a consumer. */
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
/** Shipped goods with one or more variants. A variant is ordered, by its id. */
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
      /** Name of a variant, such as a size or a colour; empty for a single variant. */
      name: z.string(),
      /** Available for an order: the stock, but at most the limit of an order. */
      available: z.int(),
      ...price,
    }),
  ),
})
export type Goods = z.output<typeof Goods>
const Product = z.discriminatedUnion('kind', [Voucher, Goods])
/** A shipping method, with the tax rate of most goods at home. `countries`: codes. */
const Shipping = z.strictObject({
  id: Id,
  name: z.string(),
  countries: z.array(z.string()),
  weightUpToGrams: z.int(),
  ...price,
})
/**
 * Products on sale; empty while the shop is closed. `country`: the seller's. `shipping`: countries with their methods,
 * cheapest first.
 */
export const Shop = z.strictObject({
  products: z.array(Product),
  country: z.string(),
  shipping: z.array(Shipping),
})
export type Shop = z.output<typeof Shop>

const CartItems = z.array(z.strictObject({ productId: Id, quantity: Quantity })).check(z.maxLength(20))
/** The options of an order besides its items: address, shipping method, discount code. */
const chosen = { shippingMethod: z.optional(Id), discountCode: z.optional(Line(100)) }
export const CartQuestion = z.strictObject({ items: CartItems, country: z.optional(Line(2)), ...chosen })
export type CartQuestion = z.output<typeof CartQuestion>

/** Net and gross of the whole line, before discounts. */
const line = {
  /** ID of a voucher, or of a variant of goods. */
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
/** State of the pieces of a line; absent for 0. */
const pieces = {
  /** Returned: refunded, or the refund is pending. */
  returned: z.optional(z.int()),
  /** Withdrawn from by the buyer and still to be sent back. */
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
  /** The discount of a code: amounts are positive. */
  discount: z.nullable(
    z.strictObject({
      code: z.string(),
      netCents: Cents,
      grossCents: Cents,
      freeShipping: z.boolean(),
    }),
  ),
  /** Null: nothing is shipped, or no method is chosen. */
  shipping: z.nullable(z.strictObject({ name: z.string(), netCents: Cents, grossCents: Cents })),
  /** One per rate; `basisPoints` are hundredths of a percent. */
  taxes: z.array(z.strictObject({ basisPoints: z.int(), netCents: Cents, vatCents: Cents })),
  netCents: Cents,
  vatCents: Cents,
  grossCents: Cents,
}
/** Price of a cart for a buyer, as of today. */
export const CartQuote = z.strictObject({
  ...totals,
  /** The buyer's country. */
  country: z.string(),
  reverseCharge: z.boolean(),
  /** The buying company, ordered for by its signed-in manager. */
  company: z.optional(z.string()),
  /** Name and postal address are required: the invoice must name its buyer, or goods are shipped. */
  needsAddress: z.boolean(),
  /** Something is shipped; the available methods. Empty if the cart is too heavy or the country is not served. */
  ships: z.boolean(),
  /** Available payment methods. */
  payments: z.array(PaymentKind),
  shippingMethods: z.array(z.strictObject({ id: Id, name: z.string(), netCents: Cents, grossCents: Cents })),
  /** Variants with less stock than the cart asks for. */
  short: z.array(z.strictObject({ productId: Id, available: z.int() })),
  /** Why the code gives no discount, with the missing amount. */
  discountFault: z.nullable(
    z.strictObject({
      reason: z.enum(['unknown', 'not-yet', 'over', 'used-up', 'minimum', 'nothing-off']),
      minimumCents: z.optional(Cents),
      validFrom: z.optional(z.string()),
    }),
  ),
})
export type CartQuote = z.output<typeof CartQuote>

/** Begins a checkout: the address receives codes and invoice. */
export const CheckoutStart = z.strictObject({ email: Line(320), paymentProvider: Provider })
/** `orderId` and `key` give access to the order later; the secret is for the card form only. */
export const Checkout = z.strictObject({ orderId: Id, key: z.string(), clientSecret: z.string() })
/** Begins an order on invoice. */
export const InvoiceCheckoutStart = z.strictObject({ email: Line(320) })
export const InvoiceCheckout = z.strictObject({ orderId: Id, key: z.string() })
export const OptionalOrderKey = z.strictObject({ key: z.optional(Line(100)) })
export const CardForm = z.strictObject({ clientSecret: z.string() })
export const OneOrder = z.strictObject({ id: Id })
/** `position`: the voucher's index in the order's list, from 0. */
export const OneVoucher = z.strictObject({ id: Id, position: z.string().check(z.regex(/^\d{1,3}$/)) })

/** `POST /api/shop/order/{id}`: places the order with the shown content. */
export const OrderPlacement = z.strictObject({
  key: Line(100),
  items: CartItems,
  country: Line(2),
  name: z.optional(Line(200)),
  address: z.optional(Text(1000)),
  /** Default: card. */
  payment: z.optional(PaymentKind),
  /** For a card payment: ID of a set-up intent that succeeded. */
  setupIntent: z.optional(Line(200)),
  /** The gross price that was shown; any other price is refused. */
  shownGrossCents: Cents,
  ...chosen,
})
export type OrderPlacement = z.output<typeof OrderPlacement>

/**
 * `key`: for guests. With a set-up intent another card is charged; without one the provider is asked for the payment's
 * state.
 */
export const OrderPayment = z.strictObject({ key: z.optional(Line(100)), setupIntent: z.optional(Line(200)) })

/** State of an order (`domain/shop/order-state.ts`). */
export const OrderState = z.enum([
  'placed',
  'paid',
  'packed',
  'shipped',
  'delivered',
  'cancelled',
  'returned',
])

/** A voucher that is mailed to its recipient on a day of the seller's time zone. `picture`: by name, null for none. */
const gift = { recipient: Line(320), day: Day, message: Text(500), picture: z.nullable(Line(120)) }
export const GiftArrangement = z.strictObject(gift)
export type GiftArrangement = z.output<typeof GiftArrangement>

/** An order as shown to its buyer. Codes are included once it is paid. */
export const Order = z.strictObject({
  id: Id,
  number: z.string(),
  state: OrderState,
  email: z.string(),
  placedAt: Instant,
  ...totals,
  lines: z.array(BoughtLine),
  /** Gross, refunded or being refunded; absent for 0. */
  refundedCents: z.optional(Cents),
  /** Reverse charge applies to the vouchers. */
  reverseCharge: z.optional(z.boolean()),
  /** Of an unpaid card order. */
  payment: z.nullable(
    z.strictObject({
      state: z.enum(['processing', 'action-required', 'declined']),
      provider: Provider,
      clientSecret: z.optional(z.string()),
      paymentMethod: z.optional(z.string()),
      /** Message of the bank. */
      message: z.optional(z.string()),
    }),
  ),
  /** For an unpaid order on invoice: amount, account and due day. */
  transfer: z.nullable(
    z.strictObject({
      holder: z.string(),
      iban: z.string(),
      bic: z.optional(z.string()),
      /** Payment reference. */
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
      /** Last day for redeeming it. */
      validUntil: z.string(),
      state: z.enum(['open', 'redeemed', 'void']),
      /** The voucher is, or was, mailed to its recipient; their address and the message are deleted then. */
      gift: z.optional(z.strictObject({ ...gift, sentAt: z.nullable(Instant) })),
    }),
  ),
  /** Pictures for a gift, with their addresses on this site; none if no voucher can be given away. */
  giftPictures: z.array(z.strictObject({ name: z.string(), address: z.string() })),
  /** Invoice number, once issued. */
  invoiceNumber: z.optional(z.string()),
  /** Name and address for returning goods, while a return is awaited after a withdrawal. */
  returnTo: z.optional(z.string()),
  /** Recipient and delivery state; null if nothing is shipped. */
  delivery: z.nullable(
    z.strictObject({
      recipient: z.string(),
      address: z.string(),
      country: z.string(),
      shippedAt: z.nullable(Instant),
      deliveredAt: z.nullable(Instant),
      /** The carrier's parcel number. */
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
