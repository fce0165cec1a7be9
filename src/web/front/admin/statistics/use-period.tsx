import { useState } from 'react'
import { isDay, localDay } from '#domain/dates.ts'
import { m } from '#messages/generated/messages.js'
import { useTablePlace } from '#web/front/desk/use-table-place.ts'
import { Field } from '#web/platform/ui/field.tsx'

export type Period = { readonly from: string; readonly to: string }

const daysShown = 30
const dayMs = 24 * 60 * 60_000

/** The period and the page of a statistics page, kept in its address; without a period the last 30 days. */
export function usePeriod() {
  const [now] = useState(Date.now)
  return usePeriodOr({ from: localDay(new Date(now - (daysShown - 1) * dayMs)), to: localDay(new Date(now)) })
}

/** The same with another period where the address has none. */
export function usePeriodOr(otherwise: Period) {
  const { page, setPage, filter, setFilter } = useTablePlace()
  const dayOf = (name: keyof Period) => {
    const day = filter(name)
    return isDay(day) ? day : otherwise[name]
  }
  const period: Period = { from: dayOf('from'), to: dayOf('to') }
  return { period, page, setPage, setDay: (name: keyof Period, day: string) => setFilter(name, day) }
}

/** The first and the last day of the period. */
export function PeriodFields({ period, setDay }: Pick<ReturnType<typeof usePeriod>, 'period' | 'setDay'>) {
  return (
    <div className="flex flex-wrap items-start gap-x-5 gap-y-3">
      {(['from', 'to'] as const).map((name) => (
        <Field
          key={name}
          type="date"
          label={name === 'from' ? m.statistics_from() : m.statistics_to()}
          value={period[name]}
          min={name === 'to' ? period.from : undefined}
          max={name === 'from' ? period.to : undefined}
          onChange={(event) => {
            if (isDay(event.target.value)) setDay(name, event.target.value)
          }}
        />
      ))}
    </div>
  )
}
