import { lazy, Suspense } from 'react'
import { Spinner } from '#web/platform/ui/spinner.tsx'
import type { ConfirmationProps } from './card-provider.ts'

/** Whose question it is; the provider's script is loaded only here and with its card form. */
const confirmations = {
  sandbox: lazy(() => import('./sandbox-confirmation.tsx')),
  stripe: lazy(() => import('./stripe-confirmation.tsx')),
}

/** The question of a card holder's bank about a charge. */
export function CardConfirmation({
  provider,
  ...props
}: ConfirmationProps & { readonly provider: 'sandbox' | 'stripe' }) {
  const Confirmation = confirmations[provider]
  return (
    <Suspense fallback={<Spinner />}>
      <Confirmation {...props} />
    </Suspense>
  )
}
