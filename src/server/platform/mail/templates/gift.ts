import { href } from '#contract/pages.ts'
import type { Language } from '#domain/language.ts'
import { m } from '#messages/generated-mails/messages.js'
import { composeMail, type MailContent, type Sender } from '#server/platform/mail/compose-mail.ts'

/** A voucher as a mail or a sheet says it. */
export type GiftFacts = {
  readonly code: string
  /** Users and interval, as text. */
  readonly what: string
  /** Last day, as text. */
  readonly day: string
}

/**
 * A voucher in a mail that its buyer forwards. It names neither the buyer nor the order, and links only to the page that redeems
 * the voucher: no price, no address, no order key.
 */
export function giftMail(gift: GiftFacts, sender: Sender, locale: Language): MailContent {
  return composeMail(sender, locale, gift, {
    subject: m.mail_gift_subject,
    text: (said, options) =>
      [m.mail_gift_text(said, options), '', m.mail_gift_code(said, options)].join('\n'),
    button: m.mail_gift_button,
    page: redeemPath(gift),
    note: m.mail_gift_note,
  })
}

/** The path that redeems a voucher, also without an account. */
export function redeemPath({ code }: Pick<GiftFacts, 'code'>): string {
  return href('redeem', { code })
}
