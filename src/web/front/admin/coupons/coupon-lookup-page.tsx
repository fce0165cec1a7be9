import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { adminCouponCalls } from '#contract/admin/admin-coupon-calls.ts'
import { m } from '#messages/generated/messages.js'
import { AdminPage } from '#web/front/desk/admin-page.tsx'
import { deskQuery } from '#web/front/desk/desk-query.ts'
import { LookupForm, useLookedUp } from '#web/front/desk/lookup-form.tsx'
import { CouponTable } from './coupon-table.tsx'
import { CouponUses } from './coupon-uses.tsx'

/** Whose a coupon is and who used it, by its code or its associate (product.md section 2, Coupon view). */
export function Component() {
  const lookedUp = useLookedUp()
  const { text, query, waiting } = lookedUp
  const [wanted, setWanted] = useState({ query, page: 0 })
  const page = wanted.query === query ? wanted.page : 0
  const { data, error, isFetching } = useQuery({
    ...deskQuery(adminCouponCalls.lookUpCoupons, 'coupons[]', { body: { query, page } }),
    // the page before stays while the next one is read
    placeholderData: (shown, before) => {
      const asked = before?.queryKey[2] as { body: { query: string } } | undefined
      return asked?.body.query === query ? shown : undefined
    },
    enabled: query !== '',
  })
  const sentence = () => {
    if (text.trim() === '') return m.coupon_lookup_empty()
    if (waiting || (isFetching && !data)) return m.admin_loading()
    return error?.message ?? data?.errorMessage ?? m.coupon_lookup_found()
  }
  const found = query !== '' && !error && data && data.coupons.length > 0 ? data : undefined
  return (
    <AdminPage title={m.coupon_lookup_page()}>
      <LookupForm label={m.coupon_lookup_field()} maxLength={200} status={sentence()} lookedUp={lookedUp} />
      {found ? (
        <>
          <CouponTable key={query} coupons={found.coupons} />
          <CouponUses {...found} page={page} onPage={(next) => setWanted({ query, page: next })} />
        </>
      ) : null}
    </AdminPage>
  )
}
