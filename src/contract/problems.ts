/**
 * Every expected failure of a call (RFC 9457 problem details). The user's message is `problem_<code>` with underscores
 * for hyphens; `code` is for programs.
 */
export const problems = {
  malformed: 400,
  'login-required': 401,
  'login-failed': 401,
  'second-factor-failed': 401,
  forbidden: 403,
  csrf: 403,
  'csrf-stale': 403,
  'subscription-required': 403,
  'confirmation-required': 403,
  'password-required': 403,
  'name-required': 403,
  'proof-required': 403,
  'mailed-code-required': 403,
  'wrong-password': 403,
  'own-password-required': 403,
  'second-factor-needed': 403,
  'not-while-switched': 403,
  'not-in-demo': 403,
  'media-refused': 403,
  'not-found': 404,
  'method-not-allowed': 405,
  'request-timeout': 408,
  'version-conflict': 409,
  'contact-taken': 409,
  'contact-in-use': 409,
  'contact-unconfirmed': 409,
  'address-taken': 409,
  'address-unconfirmed': 409,
  'contact-needed': 409,
  'no-seat-left': 409,
  'card-not-registered': 409,
  'card-declined': 409,
  'card-needed': 409,
  'subscription-needed': 409,
  'user-confirmed': 409,
  'password-needed': 409,
  'second-factor-on': 409,
  'second-factor-off': 409,
  'code-host-expired': 409,
  'code-host-taken': 409,
  'too-many-invites': 409,
  'too-many-bookmarks': 409,
  'too-many-streams': 409,
  'idempotency-conflict': 409,
  'account-ending': 409,
  'already-cancelled': 409,
  'already-subscribed': 409,
  'billing-incomplete': 409,
  'charge-in-flight': 409,
  'coupon-expired': 409,
  'coupon-running': 409,
  'coupon-used': 409,
  'coupon-used-up': 409,
  'coupon-while-paying': 409,
  'coupon-first-time': 409,
  'grant-over': 409,
  'interval-not-at-once': 409,
  'interval-not-longer': 409,
  'no-grant': 409,
  'no-new-price': 409,
  'price-move-without-customers': 409,
  'price-move-stopped': 409,
  'not-pausable': 409,
  'not-paused': 409,
  'subscription-paused': 409,
  'no-retry': 409,
  'no-subscription': 409,
  'no-withdrawal': 409,
  'not-cancellable': 409,
  'not-resumable': 409,
  'payment-method-needed': 409,
  'payment-overdue': 409,
  'plan-follows': 409,
  'quote-needed': 409,
  'quote-stale': 409,
  'refund-too-late': 409,
  'refund-too-much': 409,
  'invoice-kept': 409,
  'tax-would-change': 409,
  paused: 409,
  sunset: 409,
  'shop-closed': 409,
  'product-gone': 409,
  'stock-gone': 409,
  'discount-gone': 409,
  'order-closed': 409,
  'gift-closed': 409,
  'invoice-not-offered': 409,
  'order-moved': 409,
  'declaration-decided': 409,
  'upload-moved': 409,
  'upload-busy': 423,
  'upload-too-large': 413,
  'library-from-folder': 409,
  'set-by-environment': 409,
  'set-up-unfinished': 409,
  'site-is-open': 409,
  'closing-moved': 409,
  'backup-running': 409,
  'backup-no-space': 409,
  'film-job-moved': 409,
  'mail-not-again': 409,
  'mail-not-elsewhere': 409,
  'broadcast-without-recipients': 409,
  'broadcast-ended': 409,
  'export-incomplete': 409,
  'charge-settled': 409,
  'charge-unanswered': 409,
  'range-not-satisfiable': 416,
  'too-large': 413,
  'address-too-long': 414,
  'not-json': 415,
  'wrong-host': 421,
  invalid: 422,
  'passkey-refused': 422,
  'interval-not-sold': 422,
  'too-many-users': 422,
  'code-missing': 422,
  'code-wrong': 422,
  'code-expired': 422,
  'admin-link-wrong': 422,
  'move-link-wrong': 422,
  'declaration-link-wrong': 422,
  'too-many-requests': 429,
  'headers-too-large': 431,
  'server-error': 500,
  unavailable: 503,
  'no-space': 507,
} as const

export type ProblemCode = keyof typeof problems

/** The body of every failure, sent as `application/problem+json`. */
export type ProblemBody = {
  type: string
  title: string
  status: number
  /** The sentence for the user. */
  detail: string
  code: ProblemCode
  /** Sentence by field, with `invalid`. */
  errors?: Record<string, string>
  requestId: string
}

/** The key of a problem's message: `problem_login_required`. */
export function problemMessageKey(code: ProblemCode): `problem_${string}` {
  return `problem_${code.replaceAll('-', '_')}`
}

/** The key of a field's error message, by the code that a domain rule returned: `field_email_invalid`. */
export function fieldMessageKey(fault: string): `field_${string}` {
  return `field_${fault.replaceAll('-', '_')}`
}
