import type { Clock } from '#server/runtime/clock.ts'
import type { AskStripe } from './ask-stripe.ts'

export type StripeSettings = {
  readonly secretKey: string
  readonly webhookSecret: string | undefined
  readonly apiUrl: string
  /** Of the key: whether money is moved. */
  readonly livemode: boolean
}

/** What all of it needs. `installation` marks what is this site's own among others with the same Stripe account. */
export type StripeContext = Omit<StripeSettings, 'apiUrl' | 'secretKey'> & {
  readonly ask: AskStripe
  readonly installation: string
  readonly clock: Clock
}
