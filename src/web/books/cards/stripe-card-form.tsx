import { Elements } from '@stripe/react-stripe-js'
import type { Appearance, StripeElementLocale } from '@stripe/stripe-js'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { billingCalls } from '#contract/billing/billing-calls.ts'
import { m } from '#messages/generated/messages.js'
import { getLocale } from '#messages/generated/runtime.js'
import { call } from '#web/platform/site/api.ts'
import { useCall } from '#web/platform/site/use-call.ts'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { Spinner } from '#web/platform/ui/spinner.tsx'
import { useDark } from '#web/platform/ui/use-dark.ts'
import { afterwards, type CardFormProps, type Registered } from './card-provider.ts'
import { StripeFields } from './stripe-fields.tsx'
import { useStripe } from './stripe-script.ts'

/** Stripe's card form, once its script and a setup intent are loaded. */
export default function StripeCardForm({ begin = beginOfAccount, submitLabel, onRegistered }: CardFormProps) {
  const stripe = useStripe()
  const { setup, refusal, renew } = useSetup(begin)
  const appearance = useStripeLook()
  const registration = useCall((register: () => Promise<Registered>) => register(), {
    onDone: async (setupIntentId) => {
      const refused = await afterwards(onRegistered)(setupIntentId)
      // a setup intent holds one card: the next attempt needs a new one
      if (refused) renew()
      return refused
    },
  })

  if (stripe !== 'loading' && 'again' in stripe)
    return <Failed sentence={m.stripe_failed()} again={stripe.again} />
  if (refusal !== undefined) return <Failed sentence={refusal} again={renew} />
  return (
    <div className="grid gap-5">
      {registration.refusal ? <Alert>{registration.refusal}</Alert> : null}
      {stripe === 'loading' || setup === undefined ? (
        <Spinner label={m.stripe_loading()} />
      ) : (
        <Elements
          key={setup}
          stripe={stripe}
          options={{ clientSecret: setup, locale: getLocale() as StripeElementLocale, appearance }}
        >
          <StripeFields registration={registration} submitLabel={submitLabel} />
        </Elements>
      )}
    </div>
  )
}

function beginOfAccount() {
  return call(billingCalls.setupIntent, { params: { provider: 'stripe' } })
}

/** Returns the client secret of an unused setup intent. Requested at once, and again by `renew`. */
function useSetup(begin: NonNullable<CardFormProps['begin']>): {
  readonly setup: string | undefined
  readonly refusal: string | undefined
  readonly renew: () => void
} {
  const [setup, setSetup] = useState<string>()
  const { refusal, send } = useCall(() => begin(), { onDone: ({ body }) => setSetup(body.clientSecret) })
  const ask = useEffectEvent(send)
  useEffect(() => {
    ask()
  }, [])
  const renew = () => {
    setSetup(undefined)
    send()
  }
  return { setup, refusal, renew }
}

function Failed({ sentence, again }: { sentence: string; again: () => void }) {
  return (
    <div className="grid justify-items-start gap-3">
      <Alert>{sentence}</Alert>
      <Button onClick={again}>{m.try_again()}</Button>
    </div>
  )
}

/** The appearance of Stripe's framed fields, in light and dark. */
function useStripeLook(): Appearance {
  const dark = useDark()
  return useMemo(
    () => ({
      theme: dark ? 'night' : 'stripe',
      variables: {
        fontFamily: 'system-ui, sans-serif',
        fontSizeBase: '16px',
        borderRadius: '6px',
        ...colours({
          colorPrimary: '--accent',
          colorBackground: '--surface',
          colorText: '--ink',
          colorTextSecondary: '--muted',
          colorDanger: '--danger',
        }),
      },
    }),
    [dark],
  )
}

/** Returns our tokens as `rgb()`, because Stripe does not know `oklch()`. Omits colours that cannot be read. */
function colours<Name extends string>(tokens: Record<Name, string>): Partial<Record<Name, string>> {
  const context = document.createElement('canvas').getContext?.('2d', { willReadFrequently: true })
  const probe = document.body.appendChild(document.createElement('span'))
  const read = (token: string): string | undefined => {
    probe.style.color = `var(${token})`
    const { color } = getComputedStyle(probe)
    if (!context || color === '') return undefined
    context.fillStyle = color
    context.fillRect(0, 0, 1, 1)
    const [red, green, blue] = context.getImageData(0, 0, 1, 1).data
    return `rgb(${red}, ${green}, ${blue})`
  }
  const found = (Object.entries(tokens) as [Name, string][])
    .map(([name, token]) => [name, read(token)] as const)
    .filter(([, colour]) => colour !== undefined)
  probe.remove()
  return Object.fromEntries(found) as Partial<Record<Name, string>>
}
