import { lazy, Suspense } from 'react'
import { Spinner } from '#web/platform/ui/spinner.tsx'
import type { CardFormProps } from './card-provider.ts'

/** A form is loaded only for entering a card, and the provider's script only with its form. */
const forms = {
  sandbox: lazy(() => import('./sandbox-card-form.tsx')),
  stripe: lazy(() => import('./stripe-card-form.tsx')),
}

/**
 * Stores a card with the payment provider: nothing of it reaches this server (the sandbox takes test numbers alone). The
 * card's fields are checked by the provider and its messages are shown (product.md section 5).
 */
export function CardForm({
  provider,
  ...props
}: CardFormProps & { readonly provider: 'sandbox' | 'stripe' }) {
  const Form = forms[provider]
  return (
    <Suspense fallback={<Spinner />}>
      <Form {...props} />
    </Suspense>
  )
}
