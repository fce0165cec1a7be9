import { type ProblemBody, type ProblemCode, problemMessageKey, problems } from '#contract/problems.ts'
import * as messages from '#messages/generated/messages.js'

/** An expected failure, returned by a use case and sent by the host as `application/problem+json`. */
export class Problem {
  readonly code: ProblemCode
  /** Field to message key, with `invalid`. */
  readonly fields: Readonly<Record<string, string>> | undefined
  /** Sent as `Retry-After`, in whole seconds. */
  readonly retryAfterSeconds: number | undefined

  constructor(code: ProblemCode, more: { fields?: Record<string, string>; retryAfterSeconds?: number } = {}) {
    this.code = code
    this.fields = more.fields
    this.retryAfterSeconds = more.retryAfterSeconds
  }

  get status(): (typeof problems)[ProblemCode] {
    return problems[this.code]
  }

  toBody(requestId: string): ProblemBody {
    const detail = sentence(problemMessageKey(this.code))
    return {
      type: `/problems/${this.code}`,
      title: detail,
      status: this.status,
      detail,
      code: this.code,
      ...(this.fields && {
        errors: Object.fromEntries(Object.entries(this.fields).map(([field, key]) => [field, sentence(key)])),
      }),
      requestId,
    }
  }
}

function sentence(key: string): string {
  const message = (messages as unknown as Record<string, (() => string) | undefined>)[key]
  return message ? message() : messages.problem_server_error()
}
