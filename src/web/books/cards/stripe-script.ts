import type { Stripe } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { useEffect, useState } from 'react'
import { findPage } from '#contract/match-path.ts'
import { paymentPages } from '#contract/pages.ts'
import { noteForeignScript } from '#web/platform/site/foreign-script.ts'
import { isLoadedHere } from '#web/platform/site/loaded-here.ts'
import { useConfig } from '#web/platform/site/site.ts'
import { loadOwnDocument } from '#web/platform/site/site-history.ts'

/** Where `@stripe/stripe-js` 10 looks for a script that is already there. */
const address = 'https://js.stripe.com/endive/stripe.js'

type StripeScript = 'loading' | Stripe | { readonly again: () => void }

/**
 * Stripe's own script, loaded for as long as a page needs it. Only documents of the pages of a payment admit it, so one that was
 * reached by a link from another page loads itself anew first.
 */
export function useStripe(): StripeScript {
  const { stripePublishableKey = '' } = useConfig()
  const [attempt, setAttempt] = useState(1)
  const [result, setResult] = useState<{ of: number; stripe: Stripe | null }>()

  useEffect(() => {
    if (!isLoadedHere(paymentPages)) return loadOwnDocument()
    let gone = false
    load(stripePublishableKey)
      .catch(() => null)
      .then((stripe) => gone || setResult({ of: attempt, stripe }))
    return () => {
      gone = true
    }
  }, [stripePublishableKey, attempt])

  if (result?.of !== attempt) return 'loading'
  return result.stripe ?? { again: () => setAttempt(attempt + 1) }
}

function load(publishableKey: string): Promise<Stripe | null> {
  addScript()
  return loadStripe(publishableKey)
}

/** `loadStripe` would set the address as a text, which the documents' Trusted Types refuse. */
function addScript(): void {
  if (document.querySelector(`script[src="${address}"]`)) return
  // the steps of a payment, which ask for no password, share one document
  noteForeignScript((path) => paymentPages.some((name) => name === findPage(path)?.name))
  const script = document.createElement('script')
  script.src = trusted(address)
  // a failed one must not be found by the next attempt
  script.addEventListener('error', () => script.remove())
  document.head.append(script)
}

type Policy = { createScriptURL(address: string): string }
type TrustedTypes = {
  createPolicy(name: string, rules: { createScriptURL: (address: string) => string }): Policy
}
let policy: Policy | undefined

function trusted(scriptAddress: string): string {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes }
  policy ??= trustedTypes?.createPolicy('stripe', { createScriptURL: () => address })
  return policy?.createScriptURL(scriptAddress) ?? scriptAddress
}
