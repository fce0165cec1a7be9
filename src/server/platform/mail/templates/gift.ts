import { href } from '#contract/pages.ts'
import type { Language } from '#domain/language.ts'
import { m } from '#messages/generated-mails/messages.js'
import { composeMail, type MailContent, type Sender } from '#server/platform/mail/compose-mail.ts'

/** A voucher in a mail or on a sheet. */
export type GiftFacts = {
  readonly code: string
  /** Users and interval, formatted. */
  readonly what: string
  /** Last day, formatted. */
  readonly day: string
}

/**
 * A voucher as a mail for its buyer to forward, or to its recipient with the buyer's message, which contains no link. It
 * names neither buyer nor order, and links to the redemption page only: no price, no address, no order key.
 */
export function giftMail(
  { message = '', ...gift }: GiftFacts & { readonly message?: string },
  sender: Sender,
  locale: Language,
): MailContent {
  return composeMail(sender, locale, gift, {
    subject: m.mail_gift_subject,
    text: (said, options) =>
      [
        m.mail_gift_text(said, options),
        ...(message === '' ? [] : ['', m.mail_gift_message({}, options), message]),
        '',
        m.mail_gift_code(said, options),
      ].join('\n'),
    button: m.mail_gift_button,
    page: redeemPath(gift),
    note: m.mail_gift_note,
  })
}

/** Returns the path for redeeming a voucher, also without an account. */
export function redeemPath({ code }: Pick<GiftFacts, 'code'>): string {
  return href('redeem', { code })
}
