import { m } from '#messages/generated/messages.js'
import { SelectField } from '#web/front/desk/select-field.tsx'
import { useTablePlace } from '#web/front/desk/use-table-place.ts'
import { siteToday } from '#web/platform/site/site-clock.ts'
import { isMonth, monthsBefore, periodName } from './tax-text.ts'

/** The month of the address; empty for all time. */
export function useMonth(): string {
  const { filter } = useTablePlace()
  return isMonth(filter('month')) ? filter('month') : ''
}

/** A choice of the last two years' months, kept in the address. */
export function MonthField() {
  const { setFilter } = useTablePlace()
  const month = useMonth()
  const months = monthsBefore(siteToday(), 24)
  return (
    <SelectField
      label={m.books_month()}
      value={month}
      choices={[
        { value: '', text: m.money_step_all() },
        ...(month && !months.includes(month) ? [month] : [])
          .concat(months)
          .map((value) => ({ value, text: periodName(value) })),
      ]}
      onChange={(value) => setFilter('month', value)}
    />
  )
}
