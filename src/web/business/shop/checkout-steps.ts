import { href } from '#contract/pages.ts'
import { m } from '#messages/generated/messages.js'
import type { CheckoutDraft } from './checkout-draft.ts'

/** The order of the checkout's steps (product.md section 4). */
export const checkoutSteps = ['address', 'shipping', 'payment', 'overview'] as const
export type CheckoutStep = (typeof checkoutSteps)[number]

export const stepNames: Record<CheckoutStep, () => string> = {
  address: m.checkout_address,
  shipping: m.checkout_shipping,
  payment: m.checkout_payment,
  overview: m.checkout_overview,
}

export function checkoutHref(step: CheckoutStep): string {
  return href('shopCheckout', { step })
}

export function isCheckoutStep(step: string | undefined): step is CheckoutStep {
  return checkoutSteps.some((one) => one === step)
}

/** Returns the last step that can be reached with the entered values. */
export function furthestStep({
  email,
  country,
  shipping,
  orderId,
  setupIntent,
  payment,
}: CheckoutDraft): CheckoutStep {
  if (!email || !country) return 'address'
  if (!shipping) return 'shipping'
  return setupIntent || (payment === 'invoice' && orderId) ? 'overview' : 'payment'
}

/** Whether a step is after another. */
export function isBeyond(step: CheckoutStep, other: CheckoutStep): boolean {
  return checkoutSteps.indexOf(step) > checkoutSteps.indexOf(other)
}
