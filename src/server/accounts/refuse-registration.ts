import { fieldMessageKey } from '#contract/problems.ts'
import { Problem } from '#server/runtime/problem.ts'

/** 422 `invalid`, with a sentence for each field that is at fault: field to code of what is wrong with it. */
export function refuseRegistration(faults: Readonly<Record<string, string>>): Problem {
  const fields = Object.entries(faults).map(([field, fault]) => [field, fieldMessageKey(fault)])
  return new Problem('invalid', { fields: Object.fromEntries(fields) })
}
