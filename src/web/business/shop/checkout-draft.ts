import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { useSite, viewerOf } from '#web/platform/site/site.ts'
import { tabStorage } from '#web/platform/site/tab-drafts.ts'
import { storageKey } from '#web/platform/site/tab-storage.ts'

/** What was entered so far. Never anything of a card but the name of its set-up. */
export type CheckoutDraft = {
  /** Whose it is, once somebody is signed in: the next one to sign in does not find it. */
  readonly userId: string | undefined
  readonly email: string | undefined
  readonly country: string | undefined
  readonly name: string | undefined
  readonly address: string | undefined
  /** The shipping step was gone through: the method that was chosen, or `none` where nothing is shipped. */
  readonly shipping: string | undefined
  readonly discountCode: string | undefined
  /** What the order will be reached by, once a card form was begun for that address. */
  readonly orderId: string | undefined
  readonly key: string | undefined
  readonly setupIntent: string | undefined
  /** `invoice`, where that was chosen; else a card pays. */
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

/** Of this tab, so that a reload loses nothing: an order is placed in one. */
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

/** Signed out, it stays for when its person comes back. */
function forgetAnothers(): void {
  const viewer = viewerOf(useSite.getState())
  const { userId } = useCheckoutDraft.getState()
  if (viewer !== undefined && userId !== undefined && viewer !== userId) forgetCheckout()
}
useSite.subscribe(forgetAnothers)
forgetAnothers()

/** The way of shipping that was chosen. */
export function shippingMethodOf({ shipping }: Pick<CheckoutDraft, 'shipping'>): string | undefined {
  return shipping === 'none' ? undefined : shipping
}

export function forgetCheckout(): void {
  useCheckoutDraft.setState(nothing, true)
}

/** A value that does not fit (edited by hand, written by another version) is left out. */
function onlyFitting(kept: unknown): Partial<CheckoutDraft> {
  if (typeof kept !== 'object' || kept === null) return {}
  return Object.fromEntries(
    Object.entries(kept).filter(([field, value]) => field in nothing && typeof value === 'string'),
  )
}
