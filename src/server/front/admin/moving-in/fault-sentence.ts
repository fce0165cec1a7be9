import type { Language } from '#domain/language.ts'
import type { RowFault } from '#domain/moving-in/check-rows.ts'
import { movingInFaults } from '#messages/moving-in-faults.ts'

/** Says why a row is not imported, and what to write instead. */
export function faultSentence(fault: RowFault, locale: Language): string {
  return movingInFaults[fault]({}, { locale })
}
