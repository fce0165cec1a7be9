import type { PaymentKeys } from '#contract/desk/set-up-calls.ts'
import { confirmAdminFully } from '#server/front/admin/confirm-admin-fully.ts'
import type { Config } from '#server/platform/config/config.ts'
import { type DeskName, type DeskValues, stripeNames } from '#server/platform/config/desk-names.ts'
import type { UseCase } from '#server/platform/http/route.ts'
import {
  makeStripeWebhook,
  removeOtherWebhooks,
  stripeFault,
} from '#server/platform/outside/stripe/check-stripe.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import { saveConfirmed, savedSettings, settingsFault, typedValue } from './save-settings.ts'

const fieldOf = {
  STRIPE_SECRET_KEY: 'secretKey',
  STRIPE_PUBLISHABLE_KEY: 'publishableKey',
  STRIPE_WEBHOOK_SECRET: 'webhookSecret',
} as const

/** Returns the payment provider as the form shows it: without its secrets. */
export function shownPayment(config: Config, saved: DeskValues): PaymentKeys {
  const typed = (name: DeskName) => typedValue(config, isFixed(config) ? {} : saved, name)
  return {
    publishableKey: typed('STRIPE_PUBLISHABLE_KEY'),
    secretKeyEnd: endOf(typed('STRIPE_SECRET_KEY')),
    webhookSecretEnd: endOf(typed('STRIPE_WEBHOOK_SECRET')),
    mode: config.stripe ? (config.stripe.livemode ? 'live' : 'test') : null,
    webhookUrl: webhookUrlOf(config),
    fixed: isFixed(config),
  }
}

/** What tells the operator which secret it is; secrets of Stripe have thirty characters or more. */
function endOf(secret: string): string | null {
  return secret === '' ? null : secret.slice(-4)
}

function webhookUrlOf({ baseUrl }: Config): string {
  return new URL('/api/payment/stripe/webhook', baseUrl).href
}

function isFixed({ demo, given }: Config): boolean {
  return demo || stripeNames.some((name) => given[name] !== undefined)
}

/**
 * Saves the keys of Stripe once it answers to them, and has it send its events, if asked to. One pair of keys is saved, of
 * one mode: live and test keys are never both active. 409 `set-by-environment`; 422 by field, also with what Stripe says;
 * else refused as `confirmAdminFully`.
 */
export const savePayment: UseCase<'savePayment'> = async (services, context) => {
  const { config } = services
  if (isFixed(config)) return new Problem('set-by-environment')
  const { publishableKey, makeWebhook } = context.body
  const saved = await savedSettings(services)
  const secretKey = context.body.secretKey?.trim() || saved.STRIPE_SECRET_KEY || null
  const isSameAccount = secretKey === saved.STRIPE_SECRET_KEY
  const keptSecret = isSameAccount ? (saved.STRIPE_WEBHOOK_SECRET ?? null) : null
  const change: Partial<Record<DeskName, string | null>> = {
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_PUBLISHABLE_KEY: publishableKey.trim() || null,
    STRIPE_WEBHOOK_SECRET: context.body.webhookSecret?.trim() || keptSecret,
  }
  const fault = settingsFault(config, { ...saved, ...change }, fieldOf)
  if (fault) return fault
  if (secretKey === null) return new Problem('invalid', { fields: { secretKey: 'field_invalid' } })
  const by = await confirmAdminFully(services, context)
  if (by instanceof Problem) return by
  const keys = { secretKey, apiUrl: apiUrlOf(config) }
  const refused = await stripeFault(keys)
  if (refused !== undefined)
    return new Problem('invalid', {
      fields: { secretKey: { key: 'set_up_stripe_refused', values: { reason: refused } } },
    })
  const webhook = makeWebhook ? await makeStripeWebhook(keys, webhookUrlOf(config)) : undefined
  if (webhook && 'secret' in webhook) change.STRIPE_WEBHOOK_SECRET = webhook.secret
  const webhookRefused = webhook && 'refused' in webhook ? webhook.refused : null
  const reply = { status: 200, body: { status: 'ok', webhookRefused } } as const
  await saveConfirmed(services, by, {
    target: 'payment',
    change,
    inTransaction: (trx) => context.remember(trx, reply),
  })
  if (webhook && 'secret' in webhook) await removeOtherWebhooks(keys, webhook)
  return reply
}

/** As the settings say, also before there are keys. */
function apiUrlOf(config: Config): string {
  return config.stripe?.apiUrl ?? config.given.STRIPE_API_URL ?? 'https://api.stripe.com'
}
