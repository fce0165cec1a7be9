import { lazy, Suspense } from 'react'
import { Spinner } from '#web/platform/ui/spinner.tsx'
import type { CardFormProps } from './card-provider.ts'

/** Card forms by provider, loaded only for entering a card, with the provider's script. */
const forms = {
  sandbox: lazy(() => import('./sandbox-card-form.tsx')),
  stripe: lazy(() => import('./stripe-card-form.tsx')),
}

/**
 * Stores a card with the payment provider. No card data reaches this server (the sandbox takes test numbers only). The
 * provider checks the fields, and its messages are shown (product.md section 5).
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
