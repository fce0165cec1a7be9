import { href } from '#contract/pages.ts'
import type { Ending } from '#domain/accounts/deletion.ts'
import type { Language } from '#domain/language.ts'
import { m } from '#messages/generated-mails/messages.js'
import type { Letter, Sender } from '#server/mail/letter.ts'

/** The last message: everything is gone. It names nobody, for it outlives what it tells of by some days. */
export function deletedLetter(
  { ending }: { readonly ending: Ending },
  { productName: product, baseUrl }: Sender,
  locale: Language,
): Letter {
  return {
    language: locale,
    subject: m.mail_deleted_subject({ product }, { locale }),
    greeting: m.mail_greeting_without_name({}, { locale }),
    text: texts[ending]({ product }, { locale }),
    button: m.mail_deleted_button({ product }, { locale }),
    href: new URL(href('landing'), baseUrl).href,
    note: m.mail_deleted_note({}, { locale }),
  }
}

const texts = {
  'own-account': m.mail_deleted_own_account,
  'account-of-others': m.mail_deleted_account_of_others,
  'own-user': m.mail_deleted_own_user,
}
