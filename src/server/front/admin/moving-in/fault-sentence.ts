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
  'customer-invalid': m.moving_in_fault_customer_invalid,
  'customer-twice': m.moving_in_fault_customer_twice,
  'customer-taken': m.moving_in_fault_customer_taken,
  'customer-unknown': m.moving_in_fault_customer_unknown,
  'customer-other-email': m.moving_in_fault_customer_other_email,
  'customer-no-card': m.moving_in_fault_customer_no_card,
  'no-stripe': m.moving_in_fault_no_stripe,
  'next-charge-invalid': m.moving_in_fault_next_charge_invalid,
  'price-invalid': m.moving_in_fault_price_invalid,
  'interval-unsold': m.moving_in_fault_interval_unsold,
  'currency-invalid': m.moving_in_fault_currency_invalid,
  'country-invalid': m.moving_in_fault_country_invalid,
  'address-unprintable': m.moving_in_fault_address_unprintable,
  'vat-id-invalid': m.moving_in_fault_vat_id_invalid,
  'card-seats': m.moving_in_fault_card_seats,
}

/** Says why a row is not imported, and what to write instead. */
export function faultSentence(fault: RowFault, locale: Language): string {
  return sentences[fault]({}, { locale })
}
