/**
 * How units of time are converted to show and compare prices (product.md section 9, Unit conversion). Never for dates: by
 * these numbers four weeks are a month and 52 weeks a year, but twelve months as well. Dates go by the calendar
 * (`billing-period.ts`).
 */
export const unitConversion = {
  monthsPerWeek: 1 / 4,
  yearsPerMonth: 1 / 12,
  weeksPerYear: 52,
  monthsPerYear: 12,
  secondsPerHour: 3600,
  secondsPerMinute: 60,
} as const
