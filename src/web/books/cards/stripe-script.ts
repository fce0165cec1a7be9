import type { Stripe } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { useEffect, useState } from 'react'
import { findPage } from '#contract/match-path.ts'
import { pages, paymentPages } from '#contract/pages.ts'
import { noteForeignScript } from '#web/platform/site/foreign-script.ts'
import { isLoadedHere } from '#web/platform/site/loaded-here.ts'
import { useConfig } from '#web/platform/site/site.ts'
import { loadOwnDocument } from '#web/platform/site/site-history.ts'

/** Where `@stripe/stripe-js` 10 looks for an existing script. */
const address = 'https://js.stripe.com/endive/stripe.js'

type StripeScript = 'loading' | Stripe | { readonly again: () => void }

/**
 * Stripe's script, loaded for as long as a page needs it. Only the documents of payment pages allow it, so a page
 * reached from another one reloads itself first.
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

/** `loadStripe` would set the URL as a string, which the documents' Trusted Types refuse. */
function addScript(): void {
  if (document.querySelector(`script[src="${address}"]`)) return
  // the steps of a payment ask for no password, and share one document
  noteForeignScript((path) => paymentPages.some((name) => name === findPage(path, pages)?.name))
  const script = document.createElement('script')
  script.src = trusted(address)
  // the next attempt must not find a failed one
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
