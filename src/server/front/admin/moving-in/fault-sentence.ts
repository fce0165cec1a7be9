import type { Language } from '#domain/language.ts'
import type { RowFault } from '#domain/moving-in/check-rows.ts'
import { m } from '#messages/generated/messages.js'

const sentences: Readonly<Record<RowFault, (inputs: object, options: { locale: Language }) => string>> = {
  'email-missing': m.moving_in_fault_email_missing,
  'email-invalid': m.moving_in_fault_email_invalid,
  'email-twice': m.moving_in_fault_email_twice,
  'email-taken': m.moving_in_fault_email_taken,
  'name-long': m.moving_in_fault_name_long,
  'name-unprintable': m.moving_in_fault_name_unprintable,
  'seats-invalid': m.moving_in_fault_seats_invalid,
  'until-invalid': m.moving_in_fault_until_invalid,
  'language-unknown': m.moving_in_fault_language_unknown,
  'newsletter-unclear': m.moving_in_fault_newsletter_unclear,
  'consent-invalid': m.moving_in_fault_consent_invalid,
}

/** Says why a row is not imported, and what to write instead. */
export function faultSentence(fault: RowFault, locale: Language): string {
  return sentences[fault]({}, { locale })
}
