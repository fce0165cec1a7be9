import { lazy, Suspense } from 'react'
import { Spinner } from '#web/platform/ui/spinner.tsx'
import type { ConfirmationProps } from './card-provider.ts'

/** Confirmations by provider. The provider's script is loaded only here and with its card form. */
const confirmations = {
  sandbox: lazy(() => import('./sandbox-confirmation.tsx')),
  stripe: lazy(() => import('./stripe-confirmation.tsx')),
}

/** Has the card holder confirm a charge with their bank. */
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
