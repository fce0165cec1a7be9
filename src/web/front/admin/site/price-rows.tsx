import type { ReactNode } from 'react'
import { m } from '#messages/generated/messages.js'
import { FaultText } from '#web/front/desk/fields/fault-text.tsx'
import { SelectField } from '#web/front/desk/select-field.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { Field } from '#web/platform/ui/field.tsx'
import type { IntervalRow, PriceDraft, TierRow } from './price-draft.ts'

type Props = {
  draft: PriceDraft
  change: (changed: Partial<PriceDraft>) => void
  faultOf: (field: string) => string | undefined
}

/** The percentages by number of users and by interval. */
export function PriceRows(props: Props) {
  return (
    <>
      <TierRows {...props} />
      <IntervalRows {...props} />
    </>
  )
}

function TierRows({ draft: { users }, change, faultOf }: Props) {
  const set = (key: number, changed: Partial<TierRow>) =>
    change({ users: users.map((row) => (row.key === key ? { ...row, ...changed } : row)) })
  return (
    <Rows
      title={m.prices_users()}
      hint={m.prices_users_hint()}
      error={faultOf('users')}
      add={m.prices_tier_add()}
      onAdd={() => change({ users: [...users, { key: nextKey(users), from: '', percent: '' }] })}
    >
      {users.map(({ key, from, percent }) => (
        <div key={key} className="prices-row">
          <Field
            label={m.prices_users_from()}
            inputMode="numeric"
            maxLength={10}
            value={from}
            onChange={(event) => set(key, { from: event.target.value })}
          />
          <Percent value={percent} onChange={(changed) => set(key, { percent: changed })} />
          <Remove
            label={m.prices_tier_remove({ users: from })}
            disabled={users.length === 1}
            onRemove={() => change({ users: users.filter((row) => row.key !== key) })}
          />
        </div>
      ))}
    </Rows>
  )
}

function IntervalRows({ draft: { intervals }, change, faultOf }: Props) {
  const set = (key: number, changed: Partial<IntervalRow>) =>
    change({ intervals: intervals.map((row) => (row.key === key ? { ...row, ...changed } : row)) })
  const added = { key: nextKey(intervals), count: '1', unit: 'year', percent: '' } as const
  return (
    <Rows
      title={m.prices_intervals()}
      hint={m.prices_intervals_hint()}
      error={faultOf('intervals')}
      add={m.prices_interval_add()}
      onAdd={() => change({ intervals: [...intervals, added] })}
    >
      {intervals.map(({ key, count, unit, percent }) => (
        <div key={key} className="prices-row prices-interval">
          <Field
            label={m.prices_count()}
            inputMode="numeric"
            maxLength={2}
            value={count}
            onChange={(event) => set(key, { count: event.target.value })}
          />
          <SelectField
            label={m.prices_unit()}
            value={unit}
            choices={[
              { value: 'day', text: m.prices_days() },
              { value: 'week', text: m.prices_weeks() },
              { value: 'month', text: m.prices_months() },
              { value: 'year', text: m.prices_years() },
            ]}
            onChange={(changed) => set(key, { unit: changed as IntervalRow['unit'] })}
          />
          <Percent value={percent} onChange={(changed) => set(key, { percent: changed })} />
          <Remove
            label={m.prices_interval_remove({ count })}
            disabled={intervals.length === 1}
            onRemove={() => change({ intervals: intervals.filter((row) => row.key !== key) })}
          />
        </div>
      ))}
    </Rows>
  )
}

function nextKey(rows: readonly { readonly key: number }[]): number {
  return Math.max(-1, ...rows.map(({ key }) => key)) + 1
}

type RowsProps = {
  title: string
  hint: string
  error: string | undefined
  add: string
  onAdd: () => void
  children: ReactNode
}

function Rows({ title, hint, error, add, onAdd, children }: RowsProps) {
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1.5 text-sm font-medium">{title}</legend>
      <p className="text-[0.8125rem] text-muted">{hint}</p>
      {children}
      <Button className="justify-self-start" onClick={onAdd}>
        {add}
      </Button>
      <FaultText role="alert">{error}</FaultText>
    </fieldset>
  )
}

function Percent({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <Field
      label={m.prices_percent()}
      inputMode="numeric"
      maxLength={10}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

function Remove({ label, disabled, onRemove }: { label: string; disabled: boolean; onRemove: () => void }) {
  return (
    <Button aria-label={label} disabled={disabled} onClick={onRemove}>
      {m.prices_remove()}
    </Button>
  )
}
