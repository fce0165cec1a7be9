import type { DeclarationFault, DeclarationFaults } from '#domain/accounts/declaration.ts'
import { m } from '#messages/generated/messages.js'

/** What is wrong with the fields of a declaration, in words. */
export function faultSentences(faults: DeclarationFaults): Record<string, string> {
  return Object.fromEntries(Object.entries(faults).map(([field, fault]) => [field, sentences[fault]()]))
}

const sentences: Record<DeclarationFault, () => string> = {
  'name-missing': m.field_name_missing,
  'email-missing': m.field_email_missing,
  'email-invalid': m.field_email_invalid,
  'reason-missing': m.field_reason_missing,
  'day-invalid': m.field_day_invalid,
  'day-past': m.field_day_past,
}
