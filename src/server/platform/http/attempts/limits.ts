import { type Counters, memoryCounters } from './counters.ts'
import { type CountedLimit, createLimit, type Limit } from './limit.ts'
import { createLoginLimit, type LoginLimit } from './login-limit.ts'

/** All limits (decisions/022-limits.md). */
export type Limits = {
  readonly login: LoginLimit
  /** Registrations, by network. */
  readonly register: Limit
  /** Registrations with one address, by address and network. */
  readonly registerAddress: Limit
  /** Requests for a link to choose a new password, by network. */
  readonly reset: Limit
  /** Codes of mailed links, by network. */
  readonly confirm: Limit
  /** Wrong coupon codes, by network and by account. */
  readonly coupon: Limit
  /** Wrong coupon codes on the whole site, above which the operator is notified, */
  readonly couponSite: Limit
  /** once an hour. */
  readonly couponAlarm: Limit
  /** Sign-ins begun at the code host, by network. */
  readonly codeHost: Limit
  /** Company sign-ins begun, and sessions reported as ended, by network: a whole company shares one. */
  readonly company: Limit
  /** Openings of invite links, by network. */
  readonly invitation: Limit
  /** Joins by an invite link, by network: a whole team may share one. */
  readonly join: Limit
  /** Wrong passwords of signed-in users, by user: a stolen session must not guess the password. */
  readonly passwordAgain: Limit
  /** Wrong passwords of the admin, which every change asks for. */
  readonly adminPassword: CountedLimit
  /** Requests with a key for programs, by key, */
  readonly apiKey: Limit
  /** and with unknown keys, by network. */
  readonly unknownKey: Limit
  /** Contacts added, removed or made primary, by user: each sends mails. */
  readonly contacts: Limit
  /** Wrong codes of an authenticator app, by user: restarting the sign-in allows no more guesses. */
  readonly secondFactor: Limit
  /** Passkey challenges and answers, by network. */
  readonly passkey: Limit
  /** VAT ids with wrong check digits, by account: each is sent to the EU's register. */
  readonly vatIds: Limit
  /** Card forms begun, against the testing of stolen cards: by account, */
  readonly cardFormsOfAccount: Limit
  /** and by network. */
  readonly cardFormsOfNetwork: Limit
  /** Transcript searches, by network: a whole team may share one. */
  readonly search: Limit
  /** Orders on invoice begun, by network. */
  readonly invoiceOrders: Limit
  /** Copies of one's own data, by user. */
  readonly exportOwnData: Limit
  /** User changes that send mails, by account. */
  readonly newUserMails: Limit
  /** Cancellations and withdrawals without signing in, by network. */
  readonly declarations: Limit
}

const minute = 60
const quarterHour = 15 * 60
const hour = 60 * 60

/**
 * @param factor multiplies all limits (RATE_LIMITS)
 * @param counters storage of the counts
 */
export function createLimits(factor: number, counters: Counters = memoryCounters): Limits {
  const fixed = (name: string, points: number, durationSeconds: number) =>
    createLimit(counters(name, { points, durationSeconds }))
  const limit = (name: string, tries: number, seconds: number) =>
    fixed(name, Math.max(1, Math.round(tries * factor)), seconds)
  return {
    login: createLoginLimit(factor, counters),
    register: limit('register', 30, hour),
    registerAddress: limit('registerAddress', 3, hour),
    reset: limit('reset', 30, hour),
    confirm: limit('confirm', 30, quarterHour),
    coupon: limit('coupon', 10, hour),
    couponSite: limit('couponSite', 200, hour),
    couponAlarm: fixed('couponAlarm', 1, hour),
    codeHost: limit('codeHost', 60, quarterHour),
    company: limit('company', 300, quarterHour),
    newUserMails: limit('newUserMails', 120, hour),
    invitation: limit('invitation', 200, quarterHour),
    join: limit('join', 60, hour),
    passwordAgain: limit('passwordAgain', 10, quarterHour),
    adminPassword: limit('adminPassword', 5, quarterHour),
    apiKey: limit('apiKey', 600, minute),
    unknownKey: limit('unknownKey', 30, quarterHour),
    contacts: limit('contacts', 30, hour),
    secondFactor: limit('secondFactor', 10, quarterHour),
    passkey: limit('passkey', 100, quarterHour),
    vatIds: limit('vatIds', 30, hour),
    cardFormsOfAccount: limit('cardFormsOfAccount', 10, hour),
    search: limit('search', 300, minute),
    invoiceOrders: limit('invoiceOrders', 30, hour),
    cardFormsOfNetwork: limit('cardFormsOfNetwork', 30, hour),
    exportOwnData: limit('exportOwnData', 6, hour),
    declarations: limit('declarations', 10, hour),
  }
}
