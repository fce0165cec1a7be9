import { resolve } from 'node:path'
import {
  address,
  factor,
  folder,
  hostOnly,
  isLoopbackName,
  line,
  lines,
  mailbox,
  oneOf,
  otherServer,
  type Parse,
  type Parsed,
  proxies,
  secret,
  siteAddress,
  stripeKey,
  webhookSecret,
  wholeNumber,
  yesOrNo,
} from './setting-values.ts'
import { incompletePair, isLiveKey, stripeProblems } from './settings-together.ts'

/** One setting: `defaults` as one would type it, in production and in the demo; `required` where there is none. */
type Setting<Value> = {
  readonly doc: string
  readonly parse: Parse<Value>
  readonly default?: string
  readonly demoDefault?: string
  /** Production does not start without it. */
  readonly required?: true
}

/** Every setting that an operator can give, in the order in which the operator's page lists them. */
export const settings = {
  DEMO: {
    doc: '`1` runs the demo: loopback only, sandbox mails, demo logins, a clock that can be moved. `npm start` sets it.',
    parse: yesOrNo,
    default: '0',
  },
  PORT: { doc: 'Port to listen on.', parse: wholeNumber(1, 65_535), default: '3000' },
  HOST: {
    doc: 'Address to listen on. The demo listens on loopback addresses only.',
    parse: line,
    default: '127.0.0.1',
  },
  BASE_URL: {
    doc: 'Address under which visitors reach the site; links in mails use it and other host names are refused.',
    parse: siteAddress,
    required: true,
  },
  PRODUCT_NAME: { doc: 'Name of the site as visitors read it.', parse: line, default: 'Lectern' },
  APP_SECRET: {
    doc: 'Key for tokens, at least 32 characters. The demo makes its own and keeps it in the data directory.',
    parse: secret,
    required: true,
  },
  DATA_DIR: {
    doc: 'Folder for the embedded database and the media.',
    parse: folder,
    default: './data',
  },
  DATABASE_URL: {
    doc: 'PostgreSQL 15 or later. Without it the embedded database in DATA_DIR is used.',
    parse: address('postgres:', 'postgresql:'),
  },
  MEDIA_URL: {
    doc: 'Folder for films, captions and posters. Default: `media` in DATA_DIR.',
    parse: folder,
  },
  MEDIA_ACCEL: {
    doc: '`nginx` lets the proxy in front send the films (X-Accel-Redirect).',
    parse: oneOf('nginx'),
  },
  SMTP_URL: {
    doc: 'Mail server, such as `smtps://user:password@mail.example.org`. The demo keeps mails on its own page instead.',
    parse: address('smtp:', 'smtps:'),
    required: true,
  },
  MAIL_FROM: {
    doc: 'Sender of all mails, such as `Videos <videos@example.org>`.',
    parse: mailbox,
    demoDefault: 'Lectern <lectern@localhost>',
    required: true,
  },
  SERVICE_MODE: {
    doc: '`open` sells; `sunset` takes no new subscriptions and says that the service is closing.',
    parse: oneOf('open', 'sunset'),
    default: 'open',
  },
  PRICE_SET: { doc: 'Prices on sale.', parse: oneOf('launch', 'pandemic2020'), default: 'launch' },
  TRIAL_DAYS: {
    doc: 'Length of the free trial in days; 0 offers none.',
    parse: wholeNumber(0, 365),
    default: '14',
  },
  GRACE_DAYS: {
    doc: 'Days for which a paid subscription is honoured while its renewal is late.',
    parse: wholeNumber(0, 60),
    default: '10',
  },
  VAT_MODE: {
    doc: '`simple`: 19 %, none for a company elsewhere in the EU with a valid VAT id.',
    parse: oneOf('simple'),
    default: 'simple',
  },
  SELLER_NAME: {
    doc: 'Who sells, for imprint, terms and privacy policy. Default: the product name.',
    parse: line,
    demoDefault: 'Robin Sample',
  },
  SELLER_ADDRESS: {
    doc: 'Postal address of the seller; `\\n` separates lines. The imprint is not complete without it.',
    parse: lines,
    default: '',
    demoDefault: 'Sample Street 1\\n10115 Berlin\\nGermany',
  },
  SELLER_EMAIL: {
    doc: 'Mail address of the seller. Default: the address in MAIL_FROM.',
    parse: mailbox,
  },
  SELLER_PHONE: { doc: 'Telephone of the seller.', parse: line },
  SELLER_VAT_ID: { doc: 'VAT id of the seller.', parse: line },
  COMMENTS_PROVIDER: {
    doc: 'Service that supplies comments on videos; `none` shows none.',
    parse: oneOf('none'),
    default: 'none',
  },
  FEEDBACK_URL: {
    doc: 'Issue tracker that the feedback link opens. Without it there is no link.',
    parse: address('https:', 'http:'),
  },
  SOCIAL_URL: {
    doc: 'Page that the social link in the footer opens. Without it there is no link.',
    parse: address('https:', 'http:'),
  },
  GITHUB_CLIENT_ID: {
    doc: 'Client id of an OAuth app at GitHub, whose callback is `/auth/github/callback`. Without it nobody signs in by GitHub.',
    parse: line,
  },
  GITHUB_CLIENT_SECRET: { doc: 'Client secret of that OAuth app.', parse: line },
  GITHUB_URL: {
    doc: 'GitHub itself, or a GitHub Enterprise Server.',
    parse: otherServer,
    default: 'https://github.com',
  },
  GITHUB_API_URL: {
    doc: 'Its API; of an Enterprise Server `https://<host>/api/v3`.',
    parse: otherServer,
    default: 'https://api.github.com',
  },
  STRIPE_SECRET_KEY: {
    doc: 'Secret or restricted key of the Stripe account that takes the money. Without it nobody can pay by card.',
    parse: stripeKey('sk', 'rk'),
  },
  STRIPE_PUBLISHABLE_KEY: {
    doc: 'Publishable key of that account, for the card form.',
    parse: stripeKey('pk'),
  },
  STRIPE_WEBHOOK_SECRET: {
    doc: 'Signing secret of its webhook endpoint, which is `/api/payment/stripe/webhook`. Without it everything works, but is noticed minutes later.',
    parse: webhookSecret,
  },
  STRIPE_API_URL: {
    doc: "Where Stripe's API is asked.",
    parse: hostOnly,
    default: 'https://api.stripe.com',
  },
  TRUST_PROXY: {
    doc: 'Proxies whose X-Forwarded-For is believed: how many stand in front, or their addresses; 0 believes none.',
    parse: proxies,
    default: '0',
  },
  RATE_LIMITS: {
    doc: 'Factor on all limits of attempts (sign-in, registration and so on).',
    parse: factor,
    default: '1',
  },
  LOG_LEVEL: {
    doc: 'How much is logged, as one JSON object a line on standard output.',
    parse: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'silent'),
    default: 'info',
    demoDefault: 'warn',
  },
} satisfies Record<string, Setting<unknown>>

type SettingName = keyof typeof settings
type Value<One> = One extends { parse: Parse<infer Result> } ? Result | Missing<One> : never
type Missing<One> = One extends { default: string } ? never : undefined
type Values = { [Name in SettingName]: Value<(typeof settings)[Name]> }

/** The settings as the program uses them. */
export type Config = Omit<ReturnType<typeof configOf>, 'appSecret'> & { readonly appSecret: string }

/** The demo may run without a secret of its own; `main.ts` makes one then. */
export type ReadConfig = Omit<Config, 'appSecret'> & { readonly appSecret: string | undefined }

/**
 * Reads and checks all settings. Returns them, or one sentence for each that is wrong or missing, each naming its
 * setting. An empty value counts as not given.
 */
export function readConfig(
  environment: Readonly<Record<string, string | undefined>>,
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
  problems.push(...stripeProblems(environment, demo))
  if (demo && !isLoopbackName(environment.HOST?.trim() || '127.0.0.1'))
    problems.push('HOST has to be localhost, 127.0.0.1 or ::1 in the demo, which has public passwords.')
  return problems.length > 0 ? { problems } : configOf(values as Values)
}

function configOf(values: Values) {
  const { GITHUB_CLIENT_ID: clientId, GITHUB_CLIENT_SECRET: clientSecret } = values
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey } = values
  const baseUrl = values.BASE_URL ?? new URL(`http://localhost:${values.PORT}`)
  const dataDir = resolve(values.DATA_DIR)
  const mailFrom = values.MAIL_FROM ?? ''
  return {
    demo: values.DEMO,
    port: values.PORT,
    host: values.HOST,
    baseUrl,
    /** Cookies are `Secure` and named `__Host-…`. */
    https: baseUrl.protocol === 'https:',
    productName: values.PRODUCT_NAME,
    appSecret: values.APP_SECRET,
    dataDir,
    databaseUrl: values.DATABASE_URL?.href,
    mediaFolder: resolve(values.MEDIA_URL ?? `${dataDir}/media`),
    mediaAccel: values.MEDIA_ACCEL,
    smtpUrl: values.SMTP_URL?.href,
    mailFrom,
    serviceMode: values.SERVICE_MODE,
    priceSet: values.PRICE_SET,
    trialDays: values.TRIAL_DAYS,
    graceDays: values.GRACE_DAYS,
    vatMode: values.VAT_MODE,
    seller: {
      name: values.SELLER_NAME ?? values.PRODUCT_NAME,
      address: values.SELLER_ADDRESS,
      email: values.SELLER_EMAIL ?? /<(.+)>$/.exec(mailFrom)?.[1] ?? mailFrom,
      phone: values.SELLER_PHONE,
      vatId: values.SELLER_VAT_ID,
    },
    comments: values.COMMENTS_PROVIDER,
    feedbackUrl: values.FEEDBACK_URL?.href,
    socialUrl: values.SOCIAL_URL?.href,
    /** Where one can sign in beside here; the addresses do not end in a slash. */
    codeHost:
      clientId !== undefined && clientSecret !== undefined
        ? { clientId, clientSecret, url: values.GITHUB_URL, apiUrl: values.GITHUB_API_URL }
        : undefined,
    /** `livemode`: its keys move money. */
    stripe:
      secretKey !== undefined && publishableKey !== undefined
        ? {
            secretKey,
            publishableKey,
            webhookSecret: values.STRIPE_WEBHOOK_SECRET,
            apiUrl: values.STRIPE_API_URL,
            livemode: isLiveKey(secretKey),
          }
        : undefined,
    trustProxy: values.TRUST_PROXY,
    rateLimits: values.RATE_LIMITS,
    logLevel: values.LOG_LEVEL,
  }
}
