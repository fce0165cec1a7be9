import { href } from '#contract/pages.ts'
import type { Language } from '#domain/language.ts'
import { m } from '#messages/generated-mails/messages.js'
import { greetingOf, type Letter, type Sender } from '#server/mail/letter.ts'
import { type DeclarationFacts, declaredLines, momentOf } from './declaration-received.ts'

/** Hands a declaration to the operator: what it said, and whether there is a contract under that address. */
export function declarationForOperatorLetter(
  declared: DeclarationFacts & { readonly matched: boolean },
  { productName, baseUrl }: Sender,
  locale: Language,
): Letter {
  const cancels = declared.kind === 'cancellation'
  const moment = momentOf(declared.receivedAt, declared.zone, locale)
  return {
    language: locale,
    subject: (cancels ? m.mail_declaration_operator_cancellation : m.mail_declaration_operator_withdrawal)(
      { product: productName },
      { locale },
    ),
    greeting: greetingOf('', locale),
    text: [
      m.mail_declaration_operator_text({ moment }, { locale }),
      '',
      ...declaredLines(declared, locale, (text) => text),
      '',
      (declared.matched ? m.mail_declaration_operator_matched : m.mail_declaration_operator_unmatched)(
        {},
        { locale },
      ),
    ].join('\n'),
    button: m.mail_declaration_button({ product: productName }, { locale }),
    href: new URL(href('landing'), baseUrl).href,
    note: m.mail_declaration_operator_note({}, { locale }),
  }
}
