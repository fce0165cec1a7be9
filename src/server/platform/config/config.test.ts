import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type ReadConfig, readConfig } from './config.ts'

const production = {
  BASE_URL: 'https://videos.example.org',
  APP_SECRET: 'tR7#kq0ZpW2vLx9mNc4BhYd6UeSa1JfG',
  SMTP_URL: 'smtps://user:password@mail.example.org',
  MAIL_FROM: 'Videos <videos@example.org>',
}

function read(environment: Record<string, string>): ReadConfig {
  const config = readConfig(environment)
  if ('problems' in config) throw new Error(config.problems.join('\n'))
  return config
}

function problems(environment: Record<string, string>): string[] {
  const config = readConfig(environment)
  return 'problems' in config ? config.problems : []
}

describe('a site for real visitors', () => {
  test('starts with its secret, its address and its mail settings, and defaults for the rest', () => {
    expect(read(production)).toEqual({
      demo: false,
      port: 3000,
      host: '127.0.0.1',
      baseUrl: new URL('https://videos.example.org'),
      given: production,
      https: true,
      hstsSubdomains: false,
      productName: 'Lectern',
      appSecret: production.APP_SECRET,
      dataDir: resolve('./data'),
      databaseUrl: undefined,
      databasePool: 10,
      databaseQueue: 20,
      renewalsAtOnce: 8,
      databaseWaitMs: undefined,
      siteFolder: resolve('./site'),
      library: 'desk',
      mediaFolder: resolve('./data/media'),
      s3: undefined,
      purgeList: resolve('./data/purged.txt'),
      backupFolder: resolve('./data/backups'),
      backupKeep: undefined,
      backupMedia: 'inside',
      webhooksToLoopback: false,
      mediaAccel: undefined,
      mediaDelivery: 'site',
      ffmpeg: { program: 'ffmpeg', searchPath: '' },
      smtpUrl: production.SMTP_URL,
      smtpRequiresTls: false,
      mailFrom: production.MAIL_FROM,
      broadcastMailsPerHour: 500,
      serviceMode: undefined,
      shop: true,
      onInvoice: { to: 'nobody', upToCents: 50_000, days: 14 },
      priceSet: undefined,
      trialDays: 14,
      todayMailHour: 7,
      graceDays: 10,
      refundDays: 7,
      streamsPerUser: 3,
      vat: {
        mode: 'simple',
        smallBusiness: false,
        ossSince: undefined,
        thirdCountry: 'zero',
        viesUrl: undefined,
        viesUnavailable: 'charge',
      },
      seller: {
        country: 'DE',
        zone: 'Europe/Berlin',
        name: 'Lectern',
        address: '',
        email: 'videos@example.org',
        phone: undefined,
        vatId: undefined,
      },
      comments: { provider: 'none' },
      feedbackUrl: undefined,
      sourceUrl: undefined,
      socialUrl: undefined,
      codeHost: undefined,
      stripe: undefined,
      trustProxy: false,
      uploadMaxBytes: 20e9,
      role: 'all',
      processingJobs: 1,
      keepOriginals: false,
      transcriber: undefined,
      rateLimits: 1,
      metrics: { port: undefined, host: '127.0.0.1', token: undefined },
      logLevel: 'info',
    })
  })

  test.each(['BASE_URL', 'APP_SECRET'])('does not start without %s', (name) => {
    for (const given of [{}, { [name]: '' }, { [name]: '  ' }]) {
      const { [name]: _, ...rest } = { ...production } as Record<string, string>
      expect(problems({ ...rest, ...given })).toEqual([
        expect.stringMatching(new RegExp(`^${name} is missing\\. `)),
      ])
    }
  })

  test('is told of everything that is wrong at once, one line for each setting', () => {
    const lines = problems({ PORT: 'x', TRIAL_DAYS: '-1' })
    expect(lines.map((line) => line.split(' ')[0])).toEqual(['PORT', 'BASE_URL', 'APP_SECRET', 'TRIAL_DAYS'])
    for (const line of lines) expect(line).not.toContain('\n')
  })
})

test('settings are parsed', () => {
  expect(
    read({
      ...production,
      PORT: '8080',
      HOST: '0.0.0.0',
      PRODUCT_NAME: 'Deep TypeScript',
      DATA_DIR: '/srv/lectern',
      DATABASE_URL: 'postgres://lectern:secret@db.example.org/lectern',
      MEDIA_ACCEL: 'nginx',
      SELLER_ADDRESS: 'Street 1\\n12345 Town',
      SELLER_EMAIL: 'ada@example.org',
      SELLER_PHONE: '+49 30 1234',
      TRUST_PROXY: '2',
      RATE_LIMITS: '0.5',
      TRIAL_DAYS: '0',
      SERVICE_MODE: 'sunset',
    }),
  ).toMatchObject({
    port: 8080,
    host: '0.0.0.0',
    productName: 'Deep TypeScript',
    dataDir: '/srv/lectern',
    mediaFolder: '/srv/lectern/media',
    databaseUrl: 'postgres://lectern:secret@db.example.org/lectern',
    mediaAccel: 'nginx',
    seller: {
      name: 'Deep TypeScript',
      address: 'Street 1\n12345 Town',
      email: 'ada@example.org',
      phone: '+49 30 1234',
    },
    trustProxy: 2,
    rateLimits: 0.5,
    trialDays: 0,
    serviceMode: 'sunset',
  })
})

test.each([
  ['DEMO', 'yes'],
  ['PORT', '0'],
  ['PORT', '65536'],
  ['PORT', '3000.5'],
  ['PORT', '0x10'],
  ['BACKUP_DIR', './data/media'],
  ['BACKUP_DIR', './data/media/backups'],
  ['BASE_URL', 'videos.example.org'],
  ['BASE_URL', 'ftp://videos.example.org'],
  ['BASE_URL', 'http://videos.example.org'],
  ['BASE_URL', 'https://videos.example.org/shop'],
  ['BASE_URL', 'https://user:password@videos.example.org'],
  ['BASE_URL', 'https://videos.example.org?x=1'],
  ['PRODUCT_NAME', 'Two\nlines'],
  ['APP_SECRET', 'short'],
  ['APP_SECRET', 'a'.repeat(40)],
  ['APP_SECRET', 'changeme-changeme-changeme-changeme-changeme'],
  ['APP_SECRET', 'abcdefghijkabcdefghijkabcdefghijkabcdefghijk'],
  ['APP_SECRET', 'this-is-an-example-of-a-secret-2938475'],
  ['APP_SECRET_PREVIOUS', 'short'],
  ['SECURITY_CONTACT', 'security@example.org'],
  ['SECURITY_CONTACT', 'http://example.org/report'],
  ['SECURITY_CONTACT', 'mailto:a@example.org\nExpires: never'],
  ['DATABASE_URL', 'somewhere'],
  ['DATABASE_URL', 'mysql://db.example.org/x'],
  ['MEDIA_URL', 's3://'],
  ['MEDIA_URL', 's3://Bucket'],
  ['MEDIA_URL', 's3://bucket/../other'],
  ['MEDIA_URL', 's3://key:secret@bucket'],
  ['MEDIA_URL', 'https://bucket.example.org'],
  ['S3_ENDPOINT', 'https://storage.example.org?x=1'],
  ['TRUST_PROXY', '1.2.3'],
  ['TRUST_PROXY', '10.0.0.0/33'],
  ['TRUST_PROXY', '127.0.0.1, ::g'],
  ['MEDIA_ACCEL', 'apache'],
  ['MEDIA_DELIVERY', 'nginx'],
  ['SMTP_URL', 'mail.example.org'],
  ['SMTP_URL', 'https://mail.example.org'],
  ['MAIL_FROM', 'Videos'],
  ['MAIL_FROM', 'a@example.org, b@example.org'],
  ['MAIL_FROM', 'a@example.org\r\nBcc: b@example.org'],
  ['SERVICE_MODE', 'half-open'],
  ['TRIAL_DAYS', 'a fortnight'],
  ['VAT_MODE', 'none'],
  ['SELLER_COUNTRY', 'Germany'],
  ['SELLER_COUNTRY', 'de'],
  ['SELLER_ZONE', 'Berlin'],
  ['SELLER_ZONE', 'Europe/Atlantis'],
  ['SELLER_ZONE', '+01:00'],
  ['SMALL_BUSINESS', 'yes'],
  ['OSS_SINCE', '2027-02-30'],
  ['OSS_SINCE', 'soon'],
  ['THIRD_COUNTRY_VAT', '19'],
  ['VIES_URL', 'http://vies.example.org'],
  ['VIES_UNAVAILABLE', 'wait'],
  ['COMMENTS_PROVIDER', 'facebook'],
  ['COMMENTS_URL', 'comments.example.org'],
  ['FEEDBACK_URL', 'javascript:alert(1)'],
  ['SOURCE_URL', 'javascript:alert(1)'],
  ['SOCIAL_URL', 'mastodon'],
  ['SELLER_VAT_ID', 'DE12345678'],
  ['SELLER_VAT_ID', 'ATU1234567'],
  ['TRUST_PROXY', 'everybody'],
  ['RATE_LIMITS', '0'],
  ['RATE_LIMITS', '-1'],
  ['RATE_LIMITS', 'NaN'],
  ['LOG_LEVEL', 'loud'],
  ['GITHUB_URL', 'http://ghe.example.org'],
  ['GITHUB_URL', 'https://user:password@ghe.example.org'],
  ['GITHUB_URL', 'ghe.example.org'],
  ['GITHUB_API_URL', 'https://ghe.example.org/api/v3?page=1'],
  ['STRIPE_API_URL', 'http://stripe.example.org'],
  ['STRIPE_API_URL', 'https://stripe.example.org/v1'],
  ['STRIPE_API_URL', 'stripe.example.org'],
])('%s=%s is refused with one line that names it and does not repeat what may be secret', (name, value) => {
  const lines = problems({ ...production, [name]: value })
  expect(lines).toEqual([expect.stringMatching(new RegExp(`^${name} (?:has to|is guessable).*\\.$`))])
  if (name === 'APP_SECRET') expect(lines[0]).not.toContain(value)
})

test.each([
  ['TRUST_PROXY', '10.0.0.0/8, 192.0.2.1'],
  ['BASE_URL', 'http://localhost:3000'],
  ['BASE_URL', 'https://videos.example.org/'],
  ['DATABASE_URL', 'postgres:///lectern?host=/var/run/postgresql'],
  ['MAIL_FROM', 'videos@example.org'],
  ['SELLER_VAT_ID', 'de 136 695 976'],
  ['SELLER_VAT_ID', 'CHE-123.456.788 MWST'],
])('%s=%s is taken', (name, value) => {
  expect(problems({ ...production, [name]: value })).toEqual([])
})

test.each(['web', 'worker'])(
  'ROLE=%s is refused on the embedded database, which allows one process',
  (role) => {
    const here = { ...production, ROLE: role, PROCESSING_JOBS: '2' }
    expect(problems(here)).toEqual([
      `ROLE=${role} needs DATABASE_URL: the embedded database allows one process, which does everything.`,
    ])
    const served = readConfig({ ...here, DATABASE_URL: 'postgres://localhost/lectern' })
    expect(served).toMatchObject({ role, processingJobs: role === 'web' ? 0 : 2 })
  },
)

test('ROLE=site is the former name of ROLE=all', () => {
  expect(readConfig({ ...production, ROLE: 'site' })).toMatchObject({ role: 'all' })
})

describe('media in S3', () => {
  const s3 = {
    ...production,
    MEDIA_URL: 's3://films/site-1',
    S3_ENDPOINT: 'https://storage.example.org/',
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY: 'secret',
  }

  test('are named by bucket and prefix; uploads stay in the data folder', () => {
    const place = {
      bucket: 'films',
      prefix: 'site-1/',
      endpoint: 'https://storage.example.org',
      region: 'us-east-1',
      accessKeyId: 'id',
      secretAccessKey: 'secret',
    }
    expect(read(s3)).toMatchObject({ s3: place, mediaFolder: resolve('./data/media') })
    expect(read({ ...s3, MEDIA_URL: 's3://films', S3_REGION: 'fsn1' }).s3).toEqual({
      ...place,
      prefix: '',
      region: 'fsn1',
    })
  })

  test.each([
    ['S3_ENDPOINT is missing', { ...s3, S3_ENDPOINT: '' }],
    ['S3_ACCESS_KEY_ID is missing', { ...s3, S3_ACCESS_KEY_ID: '' }],
    ['S3_SECRET_ACCESS_KEY is missing', { ...s3, S3_SECRET_ACCESS_KEY: '' }],
    ['MEDIA_ACCEL has to be unset', { ...s3, MEDIA_ACCEL: 'nginx' }],
    ['MEDIA_DELIVERY=redirect needs MEDIA_URL=s3://', { DEMO: '1', MEDIA_DELIVERY: 'redirect' }],
  ])('%s', (problem, environment) => {
    expect(problems(environment)).toEqual([expect.stringContaining(problem)])
  })
})

describe('Stripe', () => {
  const test_ = { secret: 'sk_test_51Abcdefghij', publishable: 'pk_test_51Abcdefghij' }
  const live = { secret: 'rk_live_51Abcdefghij', publishable: 'pk_live_51Abcdefghij' }
  const keys = ({ secret, publishable }: typeof live) => ({
    STRIPE_SECRET_KEY: secret,
    STRIPE_PUBLISHABLE_KEY: publishable,
  })
  const webhook = { STRIPE_WEBHOOK_SECRET: 'whsec_0123456789abcdef' }
  const seller = {
    SELLER_NAME: 'Ada',
    SELLER_ADDRESS: 'Ring 1\\n10115 Berlin',
    SELLER_TAX_NUMBER: '12/345/67890',
  }

  test('is used if both keys are set, with webhooks or without', () => {
    expect(read({ ...production, ...seller, ...keys(live) }).stripe).toEqual({
      secretKey: live.secret,
      publishableKey: live.publishable,
      webhookSecret: undefined,
      apiUrl: 'https://api.stripe.com',
      livemode: true,
    })
    const elsewhere = { STRIPE_API_URL: 'http://127.0.0.1:12111/' }
    expect(read({ ...production, ...keys(test_), ...webhook, ...elsewhere }).stripe).toMatchObject({
      webhookSecret: webhook.STRIPE_WEBHOOK_SECRET,
      apiUrl: 'http://127.0.0.1:12111',
      livemode: false,
    })
    expect(read({ DEMO: '1', ...keys(test_) }).stripe?.livemode).toBe(false)
  })

  test('moves money only for a seller whose invoices are complete', () => {
    expect(problems({ ...production, ...keys(live) })).toEqual([
      expect.stringMatching(/^SELLER_NAME is missing\. .*\.$/),
      expect.stringMatching(/^SELLER_ADDRESS is missing\. .*\.$/),
      expect.stringMatching(/^SELLER_VAT_ID is missing\. .*SELLER_TAX_NUMBER\.$/),
    ])
    const other = { ...seller, SELLER_TAX_NUMBER: '', SELLER_VAT_ID: 'DE136695976' }
    expect(problems({ ...production, ...other, ...keys(live) })).toEqual([])
    expect(problems({ ...production, ...keys(test_) })).toEqual([])
  })

  test.each([
    [{ STRIPE_SECRET_KEY: test_.secret }, 'STRIPE_PUBLISHABLE_KEY is missing. '],
    [{ STRIPE_PUBLISHABLE_KEY: test_.publishable }, 'STRIPE_SECRET_KEY is missing. '],
    [webhook, 'STRIPE_SECRET_KEY is missing. '],
    [
      { ...keys(test_), STRIPE_PUBLISHABLE_KEY: live.publishable },
      'STRIPE_PUBLISHABLE_KEY has to be of the same mode',
    ],
    [
      { ...keys(live), STRIPE_PUBLISHABLE_KEY: test_.publishable },
      'STRIPE_PUBLISHABLE_KEY has to be of the same mode',
    ],
    [
      keys({ secret: test_.publishable, publishable: test_.publishable }),
      'STRIPE_SECRET_KEY has to begin with one of',
    ],
    [
      keys({ secret: test_.secret, publishable: test_.secret }),
      'STRIPE_PUBLISHABLE_KEY has to begin with one of',
    ],
    [
      keys({ secret: 'sk_test_x y', publishable: test_.publishable }),
      'STRIPE_SECRET_KEY is not complete, or has characters that Stripe does not use, after sk_test_',
    ],
    [
      keys({ secret: test_.secret, publishable: 'pk_test_51A' }),
      'STRIPE_PUBLISHABLE_KEY is not complete, or has characters that Stripe does not use, after pk_test_',
    ],
    [
      { ...keys(test_), STRIPE_WEBHOOK_SECRET: 'whsec_short' },
      'STRIPE_WEBHOOK_SECRET is not complete, or has characters that Stripe does not use, after whsec_',
    ],
    [
      { ...keys(test_), STRIPE_WEBHOOK_SECRET: 'we_1234567890123456' },
      'STRIPE_WEBHOOK_SECRET has to begin with whsec_',
    ],
    [{ ...keys(live), DEMO: '1' }, 'STRIPE_SECRET_KEY has to be a test key in the demo'],
  ])('is refused with one line for %o', (given, line) => {
    const lines = problems({ ...production, ...given })
    expect(lines).toEqual([expect.stringMatching(new RegExp(`^${line}.*\\.$`))])
    for (const value of Object.values(given)) if (value.length > 1) expect(lines[0]).not.toContain(value)
  })
})

describe('the full VAT mode', () => {
  const full = {
    SELLER_COUNTRY: 'AT',
    SMALL_BUSINESS: '1',
    OSS_SINCE: '2027-01-01',
    THIRD_COUNTRY_VAT: 'standard',
  }

  test('has the seller, their country and where they declare what', () => {
    const config = read({
      ...production,
      VAT_MODE: 'full',
      ...full,
      VIES_URL: 'https://vies.example.org/api/',
    })
    expect(config.seller.country).toBe('AT')
    expect(config.vat).toEqual({
      mode: 'full',
      smallBusiness: true,
      ossSince: '2027-01-01',
      thirdCountry: 'standard',
      viesUrl: 'https://vies.example.org/api',
      viesUnavailable: 'charge',
    })
  })

  test.each(Object.entries(full))('is what %s=%s needs: it would do nothing without', (name, value) => {
    expect(problems({ ...production, [name]: value })).toEqual([
      `${name} has to go together with VAT_MODE=full: the simple mode knows the rates of Germany alone.`,
    ])
  })
})

describe('a code host', () => {
  const app = { GITHUB_CLIENT_ID: 'Iv1.0123456789abcdef', GITHUB_CLIENT_SECRET: 'of the app' }

  test('is GitHub if ID and secret are set', () => {
    expect(read({ ...production, ...app }).codeHost).toEqual({
      clientId: app.GITHUB_CLIENT_ID,
      clientSecret: app.GITHUB_CLIENT_SECRET,
      url: 'https://github.com',
      apiUrl: 'https://api.github.com',
    })
  })

  test("may be an Enterprise Server, or one on this machine, with or without a slash at its address's end", () => {
    const given = { GITHUB_URL: 'https://ghe.example.org/', GITHUB_API_URL: 'http://localhost:4001/api/v3/' }
    expect(read({ ...production, ...app, ...given }).codeHost).toMatchObject({
      url: 'https://ghe.example.org',
      apiUrl: 'http://localhost:4001/api/v3',
    })
  })

  test.each(['GITHUB_CLIENT_ID', 'GITHUB_CLIENT_SECRET'])('is not had without %s alone', (name) => {
    const lines = problems({ ...production, ...app, [name]: ' ' })
    expect(lines).toEqual([
      `${name} is missing. GITHUB_CLIENT_ID and GITHUB_CLIENT_SECRET belong together: give both or none.`,
    ])
  })
})

describe('the demo', () => {
  test('needs no settings, and generates its secret', () => {
    expect(read({ DEMO: '1' })).toMatchObject({
      demo: true,
      baseUrl: new URL('http://localhost:3000'),
      https: false,
      host: '127.0.0.1',
      appSecret: undefined,
      mailFrom: 'Lectern <lectern@localhost>',
      seller: { name: 'Robin Sample', address: 'Sample Street 1\n10115 Berlin\nGermany' },
      logLevel: 'warn',
    })
  })

  test('has the URL that it listens on', () => {
    expect(read({ DEMO: '1', PORT: '4000' }).baseUrl.href).toBe('http://localhost:4000/')
  })

  test.each(['localhost', '127.0.0.1', '::1'])('listens on %s', (host) => {
    expect(read({ DEMO: '1', HOST: host }).host).toBe(host)
  })

  test.each(['0.0.0.0', '::', '192.0.2.1', 'videos.example.org'])(
    'does not listen on %s, for its passwords are public',
    (host) => {
      expect(problems({ DEMO: '1', HOST: host })).toEqual([
        expect.stringMatching(/^HOST has to be localhost/),
      ])
    },
  )
})

test('an invoice of the shop needs an account that can be transferred to', () => {
  const invoiced = { ...production, SHOP_INVOICE: 'companies' }
  expect(readConfig(invoiced)).toEqual({
    problems: ['SELLER_IBAN is missing. SHOP_INVOICE=companies needs it.'],
  })
  expect(readConfig({ ...invoiced, SELLER_IBAN: 'DE89 3704 0044 0532 0130 01' })).toEqual({
    problems: expect.arrayContaining([expect.stringMatching(/^SELLER_IBAN has to be an IBAN/)]),
  })
  const seller = { SELLER_IBAN: 'DE89 3704 0044 0532 0130 00', SELLER_BIC: 'COBADEFFXXX' }
  expect(readConfig({ ...invoiced, ...seller })).toMatchObject({
    onInvoice: { to: 'companies', upToCents: 50_000, days: 14 },
    seller: { iban: 'DE89370400440532013000', bic: 'COBADEFFXXX' },
  })
})

test('metrics are read from other machines with a token alone', () => {
  const elsewhere = { ...production, METRICS_PORT: '9464', METRICS_HOST: '0.0.0.0' }
  expect(problems(elsewhere)).toEqual([expect.stringMatching(/^METRICS_TOKEN is missing\. /)])
  expect(problems({ ...elsewhere, METRICS_HOST: '::1' })).toEqual([])
  const token = 'metrics:K7v2mQ9xR4bT8nW1pZ6c-reader'
  expect(read({ ...elsewhere, METRICS_TOKEN: token }).metrics).toEqual({ port: 9464, host: '0.0.0.0', token })
})
