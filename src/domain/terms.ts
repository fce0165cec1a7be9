/** The days that an operator may choose: of the free trial, of the grace period, and of a refund on request. */
export const termLimits = {
  trialDays: { from: 0, to: 365 },
  graceDays: { from: 0, to: 60 },
  // product.md section 9, Refund period: 7 days, and more where the operator chooses so
  refundDays: { from: 7, to: 90 },
} as const
