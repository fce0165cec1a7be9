import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { fakeServer } from '#support/fake-server.ts'
import { show } from '#support/screen.tsx'
import { someSession } from '#support/some-site.ts'
import { changeDraft } from '#web/books/billing/wizard/draft.ts'
import { changeCheckout } from '#web/business/shop/checkout-draft.ts'
import { useCouponDraft } from '#web/front/admin/coupons/coupon-draft.ts'
import { AccountMenu } from '#web/platform/layout/account-menu.tsx'
import { useLocalState } from '#web/platform/site/store.ts'

test('logging out deletes input and viewing of this browser, and keeps appearance and player settings', async () => {
  fakeServer({
    logout: () => ({ status: 200, body: { status: 'ok' } }),
    userSession: () => ({ status: 200, body: { authenticated: false } }),
  })
  const cart = [{ productId: 'season', variantId: '0e000000-0000-4000-8000-000000000000', quantity: 1 }]
  useLocalState.setState({ speed: 1.5, theme: 'dark', continued: 3, cart })
  changeCheckout({ email: 'ada@example.org', name: 'Ada', address: 'Ring 1', orderId: 'order' })
  changeDraft(someSession.account.id, { vatId: 'DE129273398', address: 'Ring 1' })
  useCouponDraft.setState({ codes: 'a code' })
  expect(Object.values(sessionStorage).join()).toContain('Ring 1')
  show(<AccountMenu session={someSession} arrival="pressed" />, { at: '/content', session: someSession })
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Logout' }))
  await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/'))
  expect(Object.values(sessionStorage)).toEqual(['{}'])
  expect(useLocalState.getState()).toMatchObject({ speed: 1.5, theme: 'dark', continued: 0, cart })
  // the draft in memory must not be written again
  changeCheckout({ country: 'DE' })
  expect(Object.values(sessionStorage).join()).not.toMatch(/ada|Ring|order/i)
  expect(useCouponDraft.getState().codes).toBe('')
})
