import { useState } from 'react'
import { isDay, localDay } from '#domain/dates.ts'
import { m } from '#messages/generated/messages.js'
import { useSearchParams } from '#web/platform/site/router.tsx'
import { Field } from '#web/platform/ui/field.tsx'

export type Period = { readonly from: string; readonly to: string }

const daysShown = 30
const dayMs = 24 * 60 * 60_000

/** The period of a statistics page, kept in its address; without one the last 30 days. `page` counts from 0. */
export function usePeriod() {
  const [search, setSearch] = useSearchParams()
  const [now] = useState(Date.now)
  const dayOf = (name: string, otherwise: number) => {
    const day = search.get(name) ?? ''
    return isDay(day) ? day : localDay(new Date(otherwise))
  }
  const period: Period = { from: dayOf('from', now - (daysShown - 1) * dayMs), to: dayOf('to', now) }
  const page = Math.max(0, Math.trunc(Number(search.get('page') ?? 1)) - 1 || 0)
  const change = (name: 'from' | 'to' | 'page', value: string) =>
    setSearch((before) => {
      if (name !== 'page') before.delete('page')
      before.set(name, value)
      return before
    })
  return { period, page, change }
}

/** The first and the last day of the period. */
export function PeriodFields({ period, change }: Pick<ReturnType<typeof usePeriod>, 'period' | 'change'>) {
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
            if (isDay(event.target.value)) change(name, event.target.value)
          }}
        />
      ))}
    </div>
  )
}
