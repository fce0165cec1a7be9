import { resolve } from 'node:path'
import type { Comments } from '#domain/comments.ts'
import type { MailWords } from './mail-words.ts'
import { isLoopbackName, type Parse, type Parsed } from './setting-values.ts'
import { type Setting, settings } from './settings.ts'
import {
  commentsProblems,
  fullVatOnly,
  incompletePair,
  invoiceProblems,
  isLiveKey,
  metricsProblems,
  roleProblems,
  s3Problems,
  stripeProblems,
} from './settings-together.ts'

type SettingName = keyof typeof settings
type Environment = Readonly<Record<string, string | undefined>>
type Value<One> = One extends { parse: Parse<infer Result> } ? Result | Missing<One> : never
type Missing<One> = One extends { default: string } ? never : undefined
type Values = { [Name in SettingName]: Value<(typeof settings)[Name]> }

/** The settings as the program uses them. */
export type Config = Omit<ReturnType<typeof configOf>, 'appSecret'> & {
  readonly appSecret: string
  /** Of `site.yaml` (site-files/site-name.ts); no setting. */
  readonly mailWords?: MailWords
}

/** The demo may run without a secret; `main.ts` then generates one. */
export type ReadConfig = Omit<Config, 'appSecret'> & { readonly appSecret: string | undefined }

/**
 * Reads and validates all settings. Returns them, or one sentence for each invalid or missing setting, with its name.
 * An empty value counts as unset.
 * @param sellerLater the seller that live keys need may be among the settings saved at the desk, which are read later
 */
export function readConfig(
  environment: Environment,
  { sellerLater = false }: { readonly sellerLater?: boolean } = {},
): ReadConfig | { problems: string[] } {
  const mode = settings.DEMO.parse(environment.DEMO?.trim() || settings.DEMO.default)
  if ('wrong' in mode) return { problems: [`DEMO ${mode.wrong}.`] }
  const demo = mode.value
  const problems: string[] = []
  const values: Record<string, unknown> = {}
  for (const [name, one] of Object.entries<Setting<unknown>>(settings)) {
    const given = environment[name]?.trim() || (demo ? one.demoDefault : undefined) || one.default
    if (given === undefined) {
      if (one.required && !demo) problems.push(`${name} is missing. ${one.doc}`)
      continue
    }
    const parsed: Parsed<unknown> = one.parse(given)
    if ('wrong' in parsed) problems.push(`${name} ${parsed.wrong}.`)
    else values[name] = parsed.value
  }
  const half = incompletePair(environment, 'GITHUB_CLIENT_ID', 'GITHUB_CLIENT_SECRET')
  if (half) problems.push(half)
  problems.push(...stripeProblems(environment, { demo, sellerLater }))
  problems.push(...fullVatOnly(values))
  problems.push(...commentsProblems(values))
  problems.push(...invoiceProblems(values))
  problems.push(...metricsProblems(values))
  problems.push(...s3Problems(values), ...roleProblems(values))
  if (demo && !isLoopbackName(environment.HOST?.trim() || '127.0.0.1'))
    problems.push('HOST has to be localhost, 127.0.0.1 or ::1 in the demo, which has public passwords.')
  if (problems.length > 0) return { problems }
  const config = configOf(values as Values, environment)
  const { backupFolder, mediaFolder } = config
  return `${backupFolder}/`.startsWith(`${mediaFolder}/`)
    ? { problems: ['BACKUP_DIR has to be outside of the media folder (MEDIA_URL).'] }
    : config
}

/** Expects values that `commentsProblems` has accepted. */
function commentsOf({
  COMMENTS_PROVIDER: provider,
  COMMENTS_URL,
  COMMENTS_SITE: site = '',
}: Values): Comments {
  // script and API addresses of the service are appended to it
  const url = COMMENTS_URL ? COMMENTS_URL.origin + COMMENTS_URL.pathname.replace(/\/*$/, '/') : ''
  if (provider === 'none') return { provider }
  if (provider === 'isso') return { provider, url }
  return provider === 'remark42' ? { provider, url, site } : { provider, site }
}

function configOf(values: Values, environment: Environment) {
  const baseUrl = values.BASE_URL ?? new URL(`http://localhost:${values.PORT}`)
  const searchPath = environment.PATH ?? ''
  return {
    /** The settings as they were given, by name: for reading them again with those of the desk. */
    given: givenOf(environment),
    demo: values.DEMO,
    role: values.ROLE === 'site' ? 'all' : values.ROLE,
    port: values.PORT,
    host: values.HOST,
    baseUrl,
    /** Cookies are `Secure` and named `__Host-…`. */
    https: baseUrl.protocol === 'https:',
    hstsSubdomains: values.HSTS_SUBDOMAINS,
    productName: values.PRODUCT_NAME,
    appSecret: values.APP_SECRET,
    previousAppSecret: values.APP_SECRET_PREVIOUS,
    ...databaseOf(values),
    ...foldersOf(values),
    library: values.LIBRARY,
    s3: s3Of(values),
    backupKeep: values.BACKUP_KEEP,
    backupMedia: values.BACKUP_MEDIA,
    mediaAccel: values.MEDIA_ACCEL,
    mediaDelivery: values.MEDIA_DELIVERY,
    uploadMaxBytes: values.UPLOAD_MAX,
    /** The search path is all that ffmpeg gets of this process's environment. */
    ffmpeg: values.FFMPEG === 'none' ? undefined : { program: values.FFMPEG, searchPath },
    processingJobs: values.ROLE === 'web' ? 0 : values.PROCESSING_JOBS,
    keepOriginals: values.KEEP_ORIGINALS,
    transcriber: transcriberOf(values),
    ...mailOf(values),
    serviceMode: values.SERVICE_MODE,
    shop: values.SHOP,
    onInvoice: onInvoiceOf(values),
    priceSet: values.PRICE_SET,
    trialDays: values.TRIAL_DAYS,
    /** Hour of the daily mail to the admin; undefined for none. */
    todayMailHour: values.TODAY_MAIL === 'off' ? undefined : Number(values.TODAY_MAIL),
    graceDays: values.GRACE_DAYS,
    refundDays: values.REFUND_DAYS,
    streamsPerUser: values.STREAMS_PER_USER,
    vat: vatOf(values),
    seller: sellerOf(values),
    comments: commentsOf(values),
    feedbackUrl: values.FEEDBACK_URL?.href,
    sourceUrl: values.SOURCE_URL?.href,
    socialUrl: values.SOCIAL_URL?.href,
    securityContact: values.SECURITY_CONTACT,
    codeHost: codeHostOf(values),
    stripe: stripeOf(values),
    trustProxy: values.TRUST_PROXY,
    rateLimits: values.RATE_LIMITS,
    renewalsAtOnce: values.RENEWALS_AT_ONCE,
    metrics: { port: values.METRICS_PORT, host: values.METRICS_HOST, token: values.METRICS_TOKEN },
    webhooksToLoopback: values.WEBHOOKS_TO_LOOPBACK,
    logLevel: values.LOG_LEVEL,
  }
}

function databaseOf(values: Values) {
  return {
    databaseUrl: values.DATABASE_URL?.href,
    databasePool: values.DATABASE_POOL,
    databaseQueue: values.DATABASE_QUEUE,
    databaseWaitMs: values.DATABASE_WAIT_SECONDS && values.DATABASE_WAIT_SECONDS * 1_000,
  }
}

function foldersOf(values: Values) {
  const dataDir = resolve(values.DATA_DIR)
  return {
    dataDir,
    siteFolder: resolve(values.SITE_DIR),
    /** For media, unless they are in `s3`; for uploads, originals and films that are being converted. */
    mediaFolder: resolve(typeof values.MEDIA_URL === 'string' ? values.MEDIA_URL : `${dataDir}/media`),
    purgeList: resolve(values.PURGE_LIST ?? `${dataDir}/purged.txt`),
    backupFolder: resolve(values.BACKUP_DIR ?? `${dataDir}/backups`),
  }
}

function givenOf(environment: Environment): Readonly<Record<string, string>> {
  const names = Object.keys(settings)
  return Object.fromEntries(
    names.flatMap((name) => {
      const given = environment[name]?.trim()
      return given ? [[name, given]] : []
    }),
  )
}

/** Where media are stored if not in the media folder. Expects values that `s3Problems` has accepted. */
function s3Of({ MEDIA_URL: bucket, ...values }: Values) {
  if (typeof bucket !== 'object') return undefined
  const { S3_ENDPOINT: endpoint = '', S3_ACCESS_KEY_ID: accessKeyId = '' } = values
  const { S3_REGION: region, S3_SECRET_ACCESS_KEY: secretAccessKey = '' } = values
  return { ...bucket, endpoint, region, accessKeyId, secretAccessKey }
}

/** Undefined where no captions are made by machine. */
function transcriberOf({ TRANSCRIBER_URL: url, TRANSCRIBER_MODEL: model, TRANSCRIBER_KEY: key }: Values) {
  return url === undefined ? undefined : { url, model, key }
}

function mailOf(values: Values) {
  return {
    smtpUrl: values.SMTP_URL?.href,
    smtpRequiresTls: values.SMTP_REQUIRE_TLS,
    mailFrom: values.MAIL_FROM ?? '',
    broadcastMailsPerHour: values.MAIL_PER_HOUR,
  }
}

function onInvoiceOf(values: Values) {
  const { SHOP_INVOICE: to, SHOP_INVOICE_UP_TO: upTo, SHOP_INVOICE_DAYS: days } = values
  return { to, upToCents: upTo * 100, days }
}

function vatOf(values: Values) {
  return {
    mode: values.VAT_MODE,
    smallBusiness: values.SMALL_BUSINESS,
    ossSince: values.OSS_SINCE,
    thirdCountry: values.THIRD_COUNTRY_VAT,
    viesUrl: values.VIES_URL,
    viesUnavailable: values.VIES_UNAVAILABLE,
  }
}

function sellerOf(values: Values) {
  const { mailFrom } = mailOf(values)
  return {
    country: values.SELLER_COUNTRY,
    zone: values.SELLER_ZONE,
    name: values.SELLER_NAME ?? values.PRODUCT_NAME,
    address: values.SELLER_ADDRESS,
    email: values.SELLER_EMAIL ?? /<(.+)>$/.exec(mailFrom)?.[1] ?? mailFrom,
    phone: values.SELLER_PHONE,
    vatId: values.SELLER_VAT_ID,
    taxNumber: values.SELLER_TAX_NUMBER,
    iban: values.SELLER_IBAN,
    bic: values.SELLER_BIC,
  }
}

/** The code host for sign-in; its addresses have no trailing slash. */
function codeHostOf({ GITHUB_CLIENT_ID: clientId, GITHUB_CLIENT_SECRET: clientSecret, ...values }: Values) {
  if (clientId === undefined || clientSecret === undefined) return undefined
  return { clientId, clientSecret, url: values.GITHUB_URL, apiUrl: values.GITHUB_API_URL }
}

/** `livemode`: a key that moves real money. */
function stripeOf({
  STRIPE_SECRET_KEY: secretKey,
  STRIPE_PUBLISHABLE_KEY: publishableKey,
  ...values
}: Values) {
  if (secretKey === undefined || publishableKey === undefined) return undefined
  return {
    secretKey,
    publishableKey,
    webhookSecret: values.STRIPE_WEBHOOK_SECRET,
    apiUrl: values.STRIPE_API_URL,
    livemode: isLiveKey(secretKey),
  }
}
