import type { GoesTo } from '#domain/invoices/invoice.ts'
import type { Language } from '#domain/language.ts'
import { amountText, dayText, transferText } from '#server/books/invoices/invoice-words.ts'
import { giftOf } from '#server/business/shop/order-mails.ts'
import type * as gift from '#server/platform/mail/templates/gift.ts'
import { giftMail } from '#server/platform/mail/templates/gift.ts'
import type * as invoice from '#server/platform/mail/templates/invoice.ts'
import { invoiceMail } from '#server/platform/mail/templates/invoice.ts'
import type * as order from '#server/platform/mail/templates/order.ts'
import {
  orderCancelledMail,
  orderPlacedMail,
  orderReminderMail,
  orderShippedMail,
  vouchersMail,
  vouchersRefundedMail,
} from '#server/platform/mail/templates/order.ts'
import { invented, type SampleSite, type SamplesOf, variants } from './sample.ts'

const { name, day, id } = invented
const ordered = { name, number: '2701 1012 3456', page: `/shop/order/${id}` }
const amount = (language: Language) => amountText(1190, language)
const voucher = {
  code: 'Sample of a voucher',
  licenseCount: 1,
  interval: { value: 3, unit: 'm' },
  validUntil: day,
} as const
const number = '2027-000123'
const destinations: Record<GoesTo, true> = {
  card: true,
  balance: true,
  replacement: true,
  corrected: true,
  transfer: true,
  unpaid: true,
}

function transfer({ seller }: SampleSite, language: Language): string {
  const account = { holder: seller.name, iban: 'DE02120300000000202051', dueOn: day, reference: number }
  return transferText(account, amount(language), language)
}

/** The mails about invoices, orders and vouchers. */
export const samplesOfOrders = {
  invoiceMail: {
    paid: (site, language) => invoiceMail({ name, number, amount: amount(language) }, site, language),
    open: (site, language) =>
      invoiceMail({ name, number, amount: amount(language), isOpen: true }, site, language),
    'on-invoice': (site, language) =>
      invoiceMail(
        { name, number, amount: amount(language), transfer: transfer(site, language) },
        site,
        language,
      ),
    ...variants(destinations, (goesTo) => (site, language) => {
      const credited = { name, number: '2027-000124', amount: amount(language), corrects: number, goesTo }
      return invoiceMail(credited, site, language)
    }),
  },
  orderPlacedMail: {
    consumer: (site, language) => {
      const rows = [{ label: site.productName, value: amount(language), strong: true }]
      return orderPlacedMail({ ...ordered, rows, transfer: undefined, isConsumer: true }, site, language)
    },
    'on-invoice': (site, language) => {
      const rows = [{ label: site.productName, value: amount(language), strong: true }]
      const facts = { ...ordered, rows, transfer: transfer(site, language), isConsumer: false }
      return orderPlacedMail(facts, site, language)
    },
  },
  vouchersMail: {
    usual: (site, language) =>
      vouchersMail({ ...ordered, vouchers: [giftOf(voucher, language)] }, site, language),
  },
  giftMail: {
    buyer: (site, language) => giftMail(giftOf(voucher, language), site, language),
    recipient: (site, language) => giftMail({ ...giftOf(voucher, language), message: '…' }, site, language),
  },
  orderShippedMail: {
    usual: (...reader) => orderShippedMail({ ...ordered, tracking: undefined }, ...reader),
    tracked: (...reader) => orderShippedMail({ ...ordered, tracking: '00340434161094042557' }, ...reader),
  },
  orderReminderMail: {
    first: (site, language) =>
      orderReminderMail({ ...reminded(site, language), isLast: false }, site, language),
    last: (site, language) =>
      orderReminderMail({ ...reminded(site, language), isLast: true }, site, language),
  },
  orderCancelledMail: { usual: (...reader) => orderCancelledMail(ordered, ...reader) },
  vouchersRefundedMail: {
    card: (site, language) => vouchersRefundedMail(refunded(language, false), site, language),
    transfer: (site, language) => vouchersRefundedMail(refunded(language, true), site, language),
  },
} satisfies SamplesOf<typeof invoice & typeof order & typeof gift>

function reminded(site: SampleSite, language: Language) {
  return { ...ordered, day: dayText(day, language), transfer: transfer(site, language) }
}

function refunded(language: Language, byTransfer: boolean) {
  return { ...ordered, amount: amount(language), byTransfer, card: byTransfer ? undefined : 'Visa 4242' }
}
