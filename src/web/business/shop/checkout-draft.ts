import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { useSite, viewerOf } from '#web/platform/site/site.ts'
import { tabStorage } from '#web/platform/site/tab-drafts.ts'
import { storageKey } from '#web/platform/site/tab-storage.ts'

/** Input so far. Of a card it has only the id of its setup intent. */
export type CheckoutDraft = {
  /** The signed-in owner. The draft is hidden from the next user who signs in. */
  readonly userId: string | undefined
  readonly email: string | undefined
  readonly country: string | undefined
  readonly name: string | undefined
  readonly address: string | undefined
  /** The chosen shipping method; `none` if nothing is shipped. Undefined until the step was completed. */
  readonly shipping: string | undefined
  readonly discountCode: string | undefined
  /** The order's id, once a card form was begun for the address. */
  readonly orderId: string | undefined
  readonly key: string | undefined
  readonly setupIntent: string | undefined
  /** `invoice` if chosen; otherwise a card. */
  readonly payment: string | undefined
}

const nothing: CheckoutDraft = {
  userId: undefined,
  email: undefined,
  country: undefined,
  name: undefined,
  address: undefined,
  shipping: undefined,
  discountCode: undefined,
  orderId: undefined,
  key: undefined,
  setupIntent: undefined,
  payment: undefined,
}

/** The draft of this tab, kept for reloads: an order is placed in one tab. */
export const useCheckoutDraft = create<CheckoutDraft>()(
  persist(() => nothing, {
    name: storageKey,
    version: 1,
    storage: tabStorage('checkout', forgetCheckout),
    merge: (kept) => ({ ...nothing, ...onlyFitting(kept) }),
  }),
)

export function changeCheckout(change: Partial<CheckoutDraft>): void {
  const userId = viewerOf(useSite.getState()) ?? useCheckoutDraft.getState().userId
  useCheckoutDraft.setState({ ...change, userId })
}

/** Deletes another user's draft. Signing out keeps it until its user returns. */
function forgetAnothers(): void {
  const viewer = viewerOf(useSite.getState())
  const { userId } = useCheckoutDraft.getState()
  if (viewer !== undefined && userId !== undefined && viewer !== userId) forgetCheckout()
}
useSite.subscribe(forgetAnothers)
forgetAnothers()

/** Returns the chosen shipping method. */
export function shippingMethodOf({ shipping }: Pick<CheckoutDraft, 'shipping'>): string | undefined {
  return shipping === 'none' ? undefined : shipping
}

export function forgetCheckout(): void {
  useCheckoutDraft.setState(nothing, true)
}

/** Drops invalid values (edited by hand, or of another version). */
function onlyFitting(kept: unknown): Partial<CheckoutDraft> {
  if (typeof kept !== 'object' || kept === null) return {}
  return Object.fromEntries(
    Object.entries(kept).filter(([field, value]) => field in nothing && typeof value === 'string'),
  )
}
