import { termLimits } from '#domain/terms.ts'
import { wholeNumber } from './setting-values.ts'

/** Settings of the days that go with the prices. */
export const termsSettings = {
  TRIAL_DAYS: {
    doc: 'Length of the free trial in days; 0 offers none.',
    parse: daysOf('trialDays'),
    default: '14',
  },
  GRACE_DAYS: {
    doc: 'Days for which a paid subscription is honoured while its renewal is late.',
    parse: daysOf('graceDays'),
    default: '10',
  },
  REFUND_DAYS: {
    doc: 'Days within which customers can have a charge refunded without giving reasons, at least 7. Each charge keeps the days that it was paid with.',
    parse: daysOf('refundDays'),
    default: '7',
  },
} as const

function daysOf(term: keyof typeof termLimits) {
  const { from, to } = termLimits[term]
  return wholeNumber(from, to)
}
