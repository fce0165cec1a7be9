import { giscusRepository, isDisqusShortname } from '#domain/comments.ts'
import { isLoopbackName } from './setting-values.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** Two settings that are only valid together: returns the name of the missing one. */
export function incompletePair(environment: Environment, ...names: [string, string]): string | undefined {
  const missing = names.filter((name) => !environment[name]?.trim())
  return missing.length === 1
    ? `${missing[0]} is missing. ${names.join(' and ')} belong together: give both or none.`
    : undefined
}

/** Faults of Stripe's settings as a whole: mismatched keys, live keys where no real money may move. */
export function stripeProblems(
  environment: Environment,
  { demo, sellerLater }: { readonly demo: boolean; readonly sellerLater: boolean },
): string[] {
  const half = incompletePair(environment, 'STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY')
  if (half) return [half]
  const [secret, publishable] = [environment.STRIPE_SECRET_KEY, environment.STRIPE_PUBLISHABLE_KEY]
  if (!secret?.trim() || !publishable?.trim())
    return environment.STRIPE_WEBHOOK_SECRET?.trim()
      ? ['STRIPE_SECRET_KEY is missing. STRIPE_WEBHOOK_SECRET is of no use without it.']
      : []
  if (isLiveKey(secret) !== isLiveKey(publishable))
    return ['STRIPE_PUBLISHABLE_KEY has to be of the same mode (test or live) as STRIPE_SECRET_KEY.']
  if (!demo && isLiveKey(secret)) return sellerLater ? [] : missingOfSeller(environment)
  return demo && isLiveKey(secret)
    ? [
        'STRIPE_SECRET_KEY has to be a test key in the demo, whose clock can be moved and whose passwords are public.',
      ]
    : []
}

/** The seller's data that every invoice must show (§ 14 (4) UStG), required before the first invoice. */
function missingOfSeller(environment: Environment): string[] {
  const lacks = (...names: string[]) => names.every((name) => !environment[name]?.trim())
  return [
    ...(lacks('SELLER_NAME')
      ? ['SELLER_NAME is missing. Invoices for real money have to name the seller.']
      : []),
    ...(lacks('SELLER_ADDRESS')
      ? ['SELLER_ADDRESS is missing. Invoices for real money have to say where the seller is.']
      : []),
    ...(lacks('SELLER_VAT_ID', 'SELLER_TAX_NUMBER')
      ? ['SELLER_VAT_ID is missing. Invoices for real money need it, or SELLER_TAX_NUMBER.']
      : []),
  ]
}

/** Roles that need a database which several processes may open. */
export function roleProblems({ ROLE, DATABASE_URL }: Readonly<Record<string, unknown>>): string[] {
  if (DATABASE_URL !== undefined || (ROLE !== 'web' && ROLE !== 'worker')) return []
  return [`ROLE=${ROLE} needs DATABASE_URL: the embedded database allows one process, which does everything.`]
}

/** Returns whether a Stripe key is a live key. */
export function isLiveKey(key: string): boolean {
  return /^\s*[a-z]k_live_/.test(key)
}

/**
 * Settings of the full VAT mode given without that mode, where they would silently have no effect.
 * @param values the valid settings
 */
export function fullVatOnly(values: Readonly<Record<string, unknown>>): string[] {
  if (values.VAT_MODE !== 'simple') return []
  const { SELLER_COUNTRY: seller, SMALL_BUSINESS: small, OSS_SINCE: since, THIRD_COUNTRY_VAT: third } = values
  const given = {
    SELLER_COUNTRY: seller !== undefined && seller !== 'DE',
    SMALL_BUSINESS: small === true,
    OSS_SINCE: since !== undefined,
    THIRD_COUNTRY_VAT: third === 'standard',
  }
  return Object.entries(given).flatMap(([name, is]) =>
    is
      ? [`${name} has to go together with VAT_MODE=full: the simple mode knows the rates of Germany alone.`]
      : [],
  )
}

const commentsNeed: Readonly<Record<string, { readonly url: boolean; readonly site: boolean }>> = {
  none: { url: false, site: false },
  disqus: { url: false, site: true },
  giscus: { url: false, site: true },
  isso: { url: true, site: false },
  remark42: { url: true, site: true },
}

/** Missing and unused settings of the comments service. */
export function commentsProblems(values: Readonly<Record<string, unknown>>): string[] {
  const { COMMENTS_PROVIDER: provider, COMMENTS_URL: url, COMMENTS_SITE: site } = values
  const need = commentsNeed[String(provider)]
  if (!need) return []
  const given = {
    COMMENTS_URL: [url !== undefined, need.url],
    COMMENTS_SITE: [site !== undefined, need.site],
  }
  const problems = Object.entries(given).flatMap(([name, [is, needed]]) => {
    if (is === needed) return []
    return needed
      ? [`${name} is missing. COMMENTS_PROVIDER=${provider} needs it.`]
      : [`${name} is of no use with COMMENTS_PROVIDER=${provider}.`]
  })
  if (provider === 'disqus' && typeof site === 'string' && !isDisqusShortname(site))
    problems.push('COMMENTS_SITE has to be the shortname of the site at Disqus.')
  if (provider === 'giscus' && typeof site === 'string' && !giscusRepository(site))
    problems.push(
      'COMMENTS_SITE has to be `owner/name,repository id,category,category id`, as giscus.app shows them.',
    )
  return problems
}

/** Payment by bank transfer requires the seller's bank details. */
export function invoiceProblems(values: Readonly<Record<string, unknown>>): string[] {
  const { SHOP_INVOICE: to, SELLER_IBAN: iban } = values
  const isOffered = to !== undefined && to !== 'nobody'
  return isOffered && iban === undefined ? [`SELLER_IBAN is missing. SHOP_INVOICE=${to} needs it.`] : []
}

/** A bucket needs the address of its storage and a key, and the site sends what is in it. */
export function s3Problems(values: Readonly<Record<string, unknown>>): string[] {
  const names = ['S3_ENDPOINT', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']
  if (typeof values.MEDIA_URL !== 'object')
    return values.MEDIA_DELIVERY === 'redirect'
      ? ['MEDIA_DELIVERY=redirect needs MEDIA_URL=s3://…: only a storage can send films itself.']
      : []
  return [
    ...names
      .filter((name) => values[name] === undefined)
      .map((name) => `${name} is missing. MEDIA_URL=s3://… needs it.`),
    ...(values.MEDIA_ACCEL === undefined
      ? []
      : ['MEDIA_ACCEL has to be unset with MEDIA_URL=s3://…: the proxy has no files to send.']),
  ]
}

/** Metrics name routes, jobs and amounts of money in doubt: beyond this machine they need METRICS_TOKEN. */
export function metricsProblems({
  METRICS_PORT: port,
  METRICS_HOST: host,
  METRICS_TOKEN: token,
}: Readonly<Record<string, unknown>>): string[] {
  return port !== undefined && token === undefined && !isLoopbackName(String(host))
    ? [
        'METRICS_TOKEN is missing. Metrics are read without it on this machine alone: set it, or METRICS_HOST to 127.0.0.1.',
      ]
    : []
}
