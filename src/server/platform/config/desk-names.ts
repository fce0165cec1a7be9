import type { settings } from './settings.ts'

type SettingName = keyof typeof settings

/** Settings that the desk saves. `secret`: stored sealed, and in no reply. */
const deskSettings = {
  SELLER_NAME: {},
  SELLER_ADDRESS: {},
  SELLER_EMAIL: {},
  SELLER_PHONE: {},
  SELLER_COUNTRY: {},
  SELLER_VAT_ID: {},
  SELLER_TAX_NUMBER: {},
  SELLER_IBAN: {},
  SELLER_BIC: {},
  VAT_MODE: {},
  SMALL_BUSINESS: {},
  OSS_SINCE: {},
  THIRD_COUNTRY_VAT: {},
  SMTP_URL: { secret: true },
  SMTP_REQUIRE_TLS: {},
  MAIL_FROM: {},
  STRIPE_SECRET_KEY: { secret: true },
  STRIPE_PUBLISHABLE_KEY: {},
  STRIPE_WEBHOOK_SECRET: { secret: true },
  TRIAL_DAYS: {},
  GRACE_DAYS: {},
  REFUND_DAYS: {},
} as const satisfies Partial<Record<SettingName, { readonly secret?: true }>>

export type DeskName = keyof typeof deskSettings
/** Values as they would be typed in the environment. */
export type DeskValues = Readonly<Partial<Record<DeskName, string>>>

/** Belong to one account: where the environment has one of them, it decides them all. */
export const stripeNames = [
  'STRIPE_SECRET_KEY',
  'STRIPE_PUBLISHABLE_KEY',
  'STRIPE_WEBHOOK_SECRET',
] as const satisfies readonly DeskName[]

export function isDeskName(name: string): name is DeskName {
  return Object.hasOwn(deskSettings, name)
}

export function isSecretName(name: DeskName): boolean {
  return 'secret' in deskSettings[name]
}
