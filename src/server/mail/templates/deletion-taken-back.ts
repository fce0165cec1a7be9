import { href } from '#contract/pages.ts'
import type { Ending } from '#domain/accounts/deletion.ts'
import type { Language } from '#domain/language.ts'
import { m } from '#messages/generated-mails/messages.js'
import { greetingOf, type Letter, type Sender } from '#server/mail/letter.ts'

/** Tells that an account, or a user, will not be deleted after all. */
export function deletionTakenBackLetter(
  { name, ending }: { readonly name: string; readonly ending: Ending },
  { productName: product, baseUrl }: Sender,
  locale: Language,
): Letter {
  return {
    language: locale,
    subject: m.mail_deletion_taken_back_subject({ product }, { locale }),
    greeting: greetingOf(name, locale),
    text: texts[ending]({ product }, { locale }),
    button: m.mail_deletion_taken_back_button({}, { locale }),
    href: new URL(href('profile'), baseUrl).href,
    note:
      ending === 'account-of-others'
        ? m.mail_deletion_taken_back_note_others({}, { locale })
        : m.mail_deletion_taken_back_note({}, { locale }),
  }
}

const texts = {
  'own-account': m.mail_deletion_taken_back_own_account,
  'account-of-others': m.mail_deletion_taken_back_account_of_others,
  'own-user': m.mail_deletion_taken_back_own_user,
}
