import { fieldMessageKey } from '#contract/problems.ts'
import type { RegistrationFaults } from '#domain/account.ts'
import { Problem } from '#server/http/problem.ts'

/** 422 `invalid`, with a sentence for each field that is at fault. */
export function refuseRegistration(faults: RegistrationFaults): Problem {
  const fields = Object.entries(faults).map(([field, fault]) => [field, fieldMessageKey(fault)])
  return new Problem('invalid', { fields: Object.fromEntries(fields) })
}
