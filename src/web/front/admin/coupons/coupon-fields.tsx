import { type ReactNode, useId } from 'react'
import { type CouponBatchField, codesOf } from '#domain/coupons/coupon-batch.ts'
import type { Interval } from '#domain/interval.ts'
import { m } from '#messages/generated/messages.js'
import { Field } from '#web/platform/ui/field.tsx'
import type { CouponForm, FieldSentences } from './coupon-draft.ts'

type CouponFieldsProps = {
  readonly form: CouponForm
  /** What is wrong with a field. */
  readonly sentences: FieldSentences
  readonly onChange: (field: CouponBatchField, value: string) => void
  readonly onLeave: (field: CouponBatchField) => void
}

/** What new coupons have in common, then their codes. */
export function CouponFields({ form, sentences, onChange, onLeave }: CouponFieldsProps) {
  const bound = (field: CouponBatchField) => ({
    value: form[field],
    error: sentences[field],
    onChange: ({ target }: { target: { value: string } }) => onChange(field, target.value),
    onBlur: () => onLeave(field),
  })
  return (
    <>
      <div className="grid items-start gap-5 sm:grid-cols-3">
        <Field
          label={m.coupon_add_licenses()}
          inputMode="numeric"
          autoFocus
          {...plain}
          {...bound('licenseCount')}
        />
        <Field
          label={m.coupon_add_interval_value()}
          inputMode="numeric"
          {...plain}
          {...bound('interval.value')}
        />
        <UnitField {...bound('interval.unit')} />
      </div>
      <SharedTerms bound={bound} />
      <CodesField {...bound('codes')} />
    </>
  )
}

export const plain = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false }

type Shared = 'associate' | 'maxUsages' | 'validUntil'

/** The terms of every coupon: associate, usages and last day. */
export function SharedTerms({ bound }: { bound: (field: Shared) => Omit<Bound, 'onBlur'> }) {
  return (
    <div className="grid items-start gap-5 sm:grid-cols-3">
      <Field
        label={m.coupon_add_associate()}
        optional={m.account_optional()}
        hint={m.coupon_add_associate_hint()}
        maxLength={100}
        {...plain}
        {...bound('associate')}
      />
      <Field
        label={m.coupon_add_max_usages()}
        optional={m.account_optional()}
        hint={m.coupon_add_max_usages_hint()}
        inputMode="numeric"
        {...plain}
        {...bound('maxUsages')}
      />
      <Field
        label={m.coupon_add_valid_until()}
        optional={m.account_optional()}
        hint={m.coupon_add_valid_until_hint()}
        {...plain}
        {...bound('validUntil')}
      />
    </div>
  )
}

type Bound = {
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (event: { target: { value: string } }) => void
  readonly onBlur: () => void
}

const units: readonly [Interval['unit'], () => string][] = [
  ['d', m.coupon_unit_day],
  ['w', m.coupon_unit_week],
  ['m', m.coupon_unit_month],
  ['y', m.coupon_unit_year],
]

function UnitField({ error, ...select }: Bound) {
  const id = useId()
  return (
    <Labelled id={id} label={m.coupon_add_interval_unit()} error={error}>
      <select
        id={id}
        className="input"
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        {...select}
      >
        <option value="" disabled>
          {m.coupon_add_unit_choose()}
        </option>
        {units.map(([unit, text]) => (
          <option key={unit} value={unit}>
            {text()}
          </option>
        ))}
      </select>
    </Labelled>
  )
}

function CodesField({ error, ...area }: Bound) {
  const id = useId()
  const count = codesOf(area.value).length
  return (
    <Labelled
      id={id}
      label={m.coupon_add_codes()}
      beside={count > 0 ? m.coupon_add_codes_count({ count }) : undefined}
      error={error}
    >
      <textarea
        id={id}
        className="input block font-mono text-sm!"
        rows={10}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-hint ${id}-error` : `${id}-hint`}
        {...area}
      />
      <p id={`${id}-hint`} className="text-[0.8125rem] text-muted">
        {m.coupon_add_codes_hint()}
      </p>
    </Labelled>
  )
}

type LabelledProps = {
  id: string
  label: string
  beside?: string | undefined
  error: string | undefined
  children: ReactNode
}

function Labelled({ id, label, beside, error, children }: LabelledProps) {
  return (
    <div className="grid content-start gap-1.5">
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="text-sm font-medium">
          {label}
        </label>
        {beside ? <span className="caption">{beside}</span> : null}
      </div>
      {children}
      {error ? (
        <p id={`${id}-error`} className="text-[0.8125rem] font-medium wrap-anywhere text-danger">
          {error}
        </p>
      ) : null}
    </div>
  )
}
