import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { m } from '#messages/generated/messages.js'
import { Field } from '#web/ui/field.tsx'
import { AdminPage } from './admin-page.tsx'
import { couponQuery } from './coupon-queries.ts'
import { CouponTable } from './coupon-table.tsx'
import { CouponUses } from './coupon-uses.tsx'
import { useLookedUp } from './use-looked-up.ts'

/** Whose a coupon is and who used it, by its code or its associate (product.md section 2, Coupon view). */
export function Component() {
  return (
    <AdminPage title={m.coupon_lookup_page()}>
      <Lookup />
    </AdminPage>
  )
}

function Lookup() {
  const status = useId()
  const { text, query, waiting, change, now } = useLookedUp()
  const { data, error, isFetching } = useQuery(couponQuery(query))
  const sentence = () => {
    if (text.trim() === '') return m.coupon_lookup_empty()
    if (waiting || isFetching) return m.admin_loading()
    return error?.message ?? data?.errorMessage ?? m.coupon_lookup_found()
  }
  const found = query !== '' && !error && data && data.coupons.length > 0 ? data : undefined
  return (
    <>
      <form
        noValidate
        className="grid max-w-xl gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          now()
        }}
      >
        <Field
          label={m.coupon_lookup_field()}
          enterKeyHint="search"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          maxLength={200}
          aria-describedby={status}
          value={text}
          onChange={(event) => change(event.target.value)}
        />
        <p id={status} role="status" className="min-h-6 text-sm text-muted">
          {sentence()}
        </p>
      </form>
      {found ? (
        <>
          <CouponTable key={query} coupons={found.coupons} />
          <CouponUses {...found} />
        </>
      ) : null}
    </>
  )
}
