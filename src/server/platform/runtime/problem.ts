import {
  fieldMessageKey,
  type ProblemBody,
  type ProblemCode,
  problemMessageKey,
  problems,
} from '#contract/problems.ts'
import * as messages from '#messages/generated/messages.js'

/** An expected failure, returned by a use case and sent by the host as `application/problem+json`. */
export class Problem {
  readonly code: ProblemCode
  /** With `invalid`: field to message key, with values where the message has placeholders. */
  readonly fields: Readonly<Record<string, FieldFault>> | undefined
  /** Sent as `Retry-After`, in whole seconds. */
  readonly retryAfterSeconds: number | undefined
  /** A more specific message than the code's own. */
  readonly detail: Detail | undefined

  constructor(
    code: ProblemCode,
    more: { fields?: Readonly<Record<string, FieldFault>>; retryAfterSeconds?: number; detail?: Detail } = {},
  ) {
    this.code = code
    this.detail = more.detail
    this.fields = more.fields
    this.retryAfterSeconds = more.retryAfterSeconds
  }

  get status(): (typeof problems)[ProblemCode] {
    return problems[this.code]
  }

  toBody(requestId: string): ProblemBody {
    const { key = problemMessageKey(this.code), values } = this.detail ?? {}
    const detail = sentence(key, values)
    return {
      type: `/problems/${this.code}`,
      title: detail,
      status: this.status,
      detail,
      code: this.code,
      ...(this.fields && {
        errors: Object.fromEntries(
          Object.entries(this.fields).map(([field, said]) => [field, fieldSentence(said)]),
        ),
      }),
      requestId,
    }
  }
}

type Values = Readonly<Record<string, string | number>>
/** A message key and the values of its placeholders. */
type Detail = { readonly key: string; readonly values: Values }

/** A message key, one with values, or a sentence that is already in the visitor's language. */
export type FieldFault = string | Detail | { readonly sentence: string }

function fieldSentence(said: FieldFault): string {
  if (typeof said === 'string') return sentence(said)
  return 'sentence' in said ? said.sentence : sentence(said.key, said.values)
}

function sentence(key: string, values?: Values): string {
  const message = (messages as unknown as Record<string, ((values?: Values) => string) | undefined>)[key]
  return message ? message(values) : messages.problem_server_error()
}

/**
 * 422 `invalid` with a message for each invalid field.
 * @param faults field to error code
 */
export function refuseRegistration(faults: Readonly<Record<string, string>>): Problem {
  const fields = Object.entries(faults).map(([field, fault]) => [field, fieldMessageKey(fault)])
  return new Problem('invalid', { fields: Object.fromEntries(fields) })
}
