import { commentsSettings } from './comments-settings.ts'
import { mediaSettings } from './media-settings.ts'
import { metricsSettings } from './metrics-settings.ts'
import { sellerSettings } from './seller-settings.ts'
import {
  address,
  contactAddress,
  country,
  day,
  factor,
  folder,
  folderOrBucket,
  hostOnly,
  hourOrOff,
  line,
  mailbox,
  oneOf,
  otherServer,
  type Parse,
  proxies,
  secret,
  siteAddress,
  stripeKey,
  timeZone,
  webhookSecret,
  wholeNumber,
  yesOrNo,
} from './setting-values.ts'
import { termsSettings } from './terms-settings.ts'

/** One setting: `defaults` as typed, for production and the demo; `required` for a setting without a default. */
export type Setting<Value> = {
  readonly doc: string
  readonly parse: Parse<Value>
  readonly default?: string
  readonly demoDefault?: string
  /** Production refuses to start without it. */
  readonly required?: true
}

/** All settings, in the order of the operator's documentation. */
export const settings = {
  DEMO: {
    doc: '`1` runs the demo: loopback only, sandbox mails, demo logins, a clock that can be moved. `npm start` sets it.',
    parse: yesOrNo,
    default: '0',
  },
  ROLE: {
    doc: '`all` does everything in one process. `web` serves visitors and leaves jobs and upkeep to others; `worker` does these and serves nobody ([operate.md](operate.md#web-and-workers)). `web` and `worker` need `DATABASE_URL`. `site` is the former name of `all`.',
    parse: oneOf('all', 'web', 'worker', 'site'),
    default: 'all',
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
  HSTS_SUBDOMAINS: {
    doc: '`1` has browsers reach all names below that of BASE_URL by https alone as well, for a year (`includeSubDomains` of Strict-Transport-Security). Without it this holds for the site itself.',
    parse: yesOrNo,
    default: '0',
  },
  PRODUCT_NAME: { doc: 'Name of the site as visitors read it.', parse: line, default: 'Lectern' },
  APP_SECRET: {
    doc: 'Key for tokens, at least 32 characters. The demo makes its own and keeps it in the data directory.',
    parse: secret,
    required: true,
  },
  APP_SECRET_PREVIOUS: {
    doc: 'The former `APP_SECRET` while it is being changed ([operate.md](operate.md#change-app_secret)).',
    parse: secret,
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
  DATABASE_POOL: {
    doc: 'Connections to PostgreSQL that this process holds at most, beside one over which processes tell each other what they have changed.',
    parse: wholeNumber(2, 200),
    default: '10',
  },
  DATABASE_QUEUE: {
    doc: 'Queries that may wait for a connection; while as many wait, calls wait their turn, and are refused with 503 after 0.7 seconds. Pages and films are not.',
    parse: wholeNumber(1, 10_000),
    default: '20',
  },
  DATABASE_WAIT_SECONDS: {
    doc: 'Seconds for which a query waits for a connection before it fails with 503. Default: `2`; `10` with the embedded database.',
    parse: wholeNumber(1, 60),
  },
  SITE_DIR: {
    doc: "Folder with the operator's own texts, prices and looks ([site.md](site.md)). It need not be there.",
    parse: folder,
    default: './site',
  },
  MEDIA_URL: {
    doc: 'Where films, captions, posters and storyboards are stored: a folder, or `s3://bucket/prefix` for an S3 storage ([operate.md](operate.md#media-in-s3)). Default: `media` in DATA_DIR.',
    parse: folderOrBucket,
  },
  PURGE_LIST: {
    doc: 'File that lists by id what was purged, so that a restored backup brings nobody back. Keep it where a restore does not reach. Default: `purged.txt` in DATA_DIR.',
    parse: folder,
  },
  BACKUP_DIR: {
    doc: 'Folder for backups that are made at the desk, outside of the media folder; better on another disk. Default: `backups` in DATA_DIR.',
    parse: folder,
  },
  ...mediaSettings,
  SMTP_URL: {
    doc: 'Mail server, such as `smtps://user:password@mail.example.org`. The demo keeps mails on its own page instead. Without it a new site starts into set-up ([admin.md](admin.md#first-steps)), and any other does not start.',
    parse: address('smtp:', 'smtps:'),
  },
  SMTP_REQUIRE_TLS: {
    doc: '`1`: no mail is sent over a connection without TLS; mails wait where the mail server offers none. Without it TLS is used where it is offered, and readiness says so where it is not, unless the mail server is on this machine. A certificate that cannot be checked is refused either way.',
    parse: yesOrNo,
    default: '0',
  },
  MAIL_FROM: {
    doc: 'Sender of all mails, such as `Videos <videos@example.org>`. It goes together with SMTP_URL.',
    parse: mailbox,
    demoDefault: 'Lectern <lectern@localhost>',
  },
  MAIL_PER_HOUR: {
    doc: 'Mails of broadcasts, and those that announce new prices, that are sent within an hour. Ask your mail provider how many it takes. Mails about single events, such as invoices, are not counted.',
    parse: wholeNumber(1, 1_000_000),
    default: '500',
  },
  SERVICE_MODE: {
    doc: '`open` sells; `paused` sells and registers nothing for a while and says so; `sunset` sells nothing and says that the service is closing. Unset, the mode chosen at the desk applies (System, Sales and registration), at first `open`. No mode ends a contract: `npm run admin -- close-service` does ([billing.md](billing.md#closing-the-service)).',
    parse: oneOf('open', 'paused', 'sunset'),
  },
  SHOP: {
    doc: '`0` closes the shop: nothing is sold in it, and nothing links to it. Orders can still be seen.',
    parse: yesOrNo,
    default: '1',
  },
  SHOP_INVOICE: {
    doc: 'Who may order in the shop on invoice and pay by bank transfer: `nobody`, `companies` (signed in, with a VAT ID that the register has confirmed) or `everybody`. Needs `SELLER_IBAN` ([shop.md](shop.md#invoices)).',
    parse: oneOf('nobody', 'companies', 'everybody'),
    default: 'nobody',
    demoDefault: 'everybody',
  },
  SHOP_INVOICE_UP_TO: {
    doc: 'Euros with tax that somebody may owe on invoices of the shop, all of them together.',
    parse: wholeNumber(1, 100_000),
    default: '500',
  },
  SHOP_INVOICE_DAYS: {
    doc: 'Days within which an invoice of the shop is to be paid.',
    parse: wholeNumber(1, 90),
    default: '14',
  },
  PRICE_SET: {
    doc: 'Prices on sale: `launch`, `pandemic2020`, or a set of your own ([site.md](site.md#prices)). Unset, the prices name it themselves (`onSale`), at first `launch`.',
    parse: line,
  },
  ...termsSettings,
  TODAY_MAIL: {
    doc: 'Hour of the day in SELLER_ZONE, 0 to 23, from which on the admin is mailed what waits at the desk, once a day if anything is new; `off` sends no such mail.',
    parse: hourOrOff,
    default: '7',
    demoDefault: 'off',
  },
  STREAMS_PER_USER: {
    doc: 'How many videos one user may watch at the same time. Who watches is noticed for a minute after the last sign of it.',
    parse: wholeNumber(1, 1_000),
    default: '3',
  },
  VAT_MODE: {
    doc: '`simple`: 19 % (books of the shop 7 %), none for a company elsewhere in the EU with a valid VAT id. `full`: the rates of the settings below.',
    parse: oneOf('simple', 'full'),
    default: 'simple',
  },
  SELLER_COUNTRY: {
    doc: 'Country of the seller (two letters), with `VAT_MODE=full`.',
    parse: country,
    default: 'DE',
  },
  SELLER_ZONE: {
    doc: 'Time zone of the seller (its IANA name): in it the days of trials, subscriptions, charges and invoices begin and end, and videos are published. Periods that run keep the zone they began in.',
    parse: timeZone,
    default: 'Europe/Berlin',
  },
  SMALL_BUSINESS: {
    doc: '`1`: the seller is a small business and shows no tax (§ 19 UStG), with `VAT_MODE=full`.',
    parse: yesOrNo,
    default: '0',
  },
  OSS_SINCE: {
    doc: 'First day (`2027-01-01`) on which the tax of private customers elsewhere in the EU is declared where they live (One Stop Shop), with `VAT_MODE=full`. Without it they pay the tax of the seller; in both modes the operator is warned when their purchases near 10,000 EUR a year ([law.md](law.md)).',
    parse: day,
  },
  THIRD_COUNTRY_VAT: {
    doc: 'Customers outside the EU pay no tax (`zero`) or that of the seller (`standard`), with `VAT_MODE=full`.',
    parse: oneOf('zero', 'standard'),
    default: 'zero',
  },
  VIES_URL: {
    doc: 'Register that VAT ids are checked with, such as `https://ec.europa.eu/taxation_customs/vies/rest-api`. Without it their form is checked, and nobody is asked.',
    parse: otherServer,
  },
  VIES_UNAVAILABLE: {
    doc: 'While the register cannot be asked about a VAT id: `charge` takes the tax, `provisional` trusts the id and asks again.',
    parse: oneOf('charge', 'provisional'),
    default: 'charge',
  },
  ...sellerSettings,
  ...commentsSettings,
  FEEDBACK_URL: {
    doc: 'Issue tracker that the feedback link opens. Without it there is no link.',
    parse: address('https:', 'http:'),
  },
  SOCIAL_URL: {
    doc: 'Page that the social link in the footer opens. Without it there is no link.',
    parse: address('https:', 'http:'),
  },
  SOURCE_URL: {
    doc: 'Where the source code of this site is, with your changes: the about page and `/licences` link to it. Whoever runs a changed Lectern has to offer its source to the visitors (AGPL, section 13).',
    parse: address('https:', 'http:'),
  },
  SECURITY_CONTACT: {
    doc: 'Where a weakness of this site is reported, such as `mailto:security@example.org`: the contact in `/.well-known/security.txt` (RFC 9116). Without it there is no such file.',
    parse: contactAddress,
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
  RENEWALS_AT_ONCE: {
    doc: 'How many renewals are charged at the same time by one process.',
    parse: wholeNumber(1, 64),
    default: '8',
  },
  RATE_LIMITS: {
    doc: 'Factor on all limits of attempts (sign-in, registration and so on).',
    parse: factor,
    default: '1',
  },
  ...metricsSettings,
  WEBHOOKS_TO_LOOPBACK: {
    doc: '`1` lets webhooks go to this machine itself, also by http: for trying a receiver ([webhooks.md](webhooks.md)).',
    parse: yesOrNo,
    default: '0',
  },
  LOG_LEVEL: {
    doc: 'How much is logged, as one JSON object a line on standard output.',
    parse: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'silent'),
    default: 'info',
    demoDefault: 'warn',
  },
} satisfies Record<string, Setting<unknown>>
