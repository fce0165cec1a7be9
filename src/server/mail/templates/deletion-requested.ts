import { href } from '#contract/pages.ts'
import type { Ending } from '#domain/accounts/deletion.ts'
import { formatDay } from '#domain/dates.ts'
import type { Language } from '#domain/language.ts'
import { m } from '#messages/generated-mails/messages.js'
import { greetingOf, type Letter, type Sender } from '#server/mail/letter.ts'

/**
 * Tells that an account, or a user, will be deleted, when, and how that is taken back. `day` is `YYYY-MM-DD`. Whose
 * account it is stays unsaid: its name is what its owner typed.
 */
export function deletionRequestedLetter(
  { name, day, ending }: { readonly name: string; readonly day: string; readonly ending: Ending },
  { productName: product, baseUrl }: Sender,
  locale: Language,
): Letter {
  const date = formatDay(day, locale)
  const ofOthers = ending === 'account-of-others'
  return {
    language: locale,
    subject: m.mail_deletion_requested_subject({ product, date }, { locale }),
    greeting: greetingOf(name, locale),
    text: texts[ending]({ product, date }, { locale }),
    button: ofOthers
      ? m.mail_deletion_requested_button_others({}, { locale })
      : m.mail_deletion_requested_button({}, { locale }),
    href: new URL(`${href('profile')}#own-data`, baseUrl).href,
    note: ofOthers
      ? m.mail_deletion_requested_note_others({}, { locale })
      : m.mail_deletion_requested_note({}, { locale }),
  }
}

const texts = {
  'own-account': m.mail_deletion_requested_own_account,
  'account-of-others': m.mail_deletion_requested_account_of_others,
  'own-user': m.mail_deletion_requested_own_user,
}
