import * as z from 'zod/mini'
import { CurrentPassword } from '#contract/accounts/account-sections.ts'
import type { Call } from '#contract/call.ts'
import { Done, Instant, Line, Secret, Text } from '#contract/shapes.ts'
import { mailSecurities, setUpSteps, taxations } from '#domain/set-up.ts'

const StepState = z.enum(['done', 'missing', 'wrong'])

/** Every text is empty where nothing is given. */
const Seller = z.strictObject({
  name: Line(200),
  /** Lines of the postal address. */
  address: Text(1_000),
  email: Line(200),
  phone: Line(200),
  vatId: Line(200),
  taxNumber: Line(200),
  iban: Line(200),
  bic: Line(200),
  taxation: z.enum(taxations),
  /** Two letters; with the taxation `countries`. */
  country: Line(2),
  /** First day of the One Stop Shop; with the taxation `countries`. */
  ossSince: Line(10),
})
export type SellerSettings = z.output<typeof Seller>

const MailServer = z.strictObject({
  host: Line(200),
  port: z.int().check(z.minimum(1), z.maximum(65_535)),
  security: z.enum(mailSecurities),
  user: Line(200),
  /** Sender of all mails, such as `Videos <videos@example.org>`. */
  from: Line(200),
})
export type MailServerSettings = z.output<typeof MailServer>

/** The outcome of a test mail. `answer`: what the mail server said. */
const MailTest = z.strictObject({ at: Instant, delivered: z.boolean(), answer: z.string() })
export type MailTest = z.output<typeof MailTest>

/** The last test purchase. */
const TestPurchase = z.strictObject({
  at: Instant,
  /** Of its document, in a series of its own, such as `TEST-1`. */
  number: z.string(),
  grossCents: z.int(),
  paid: z.boolean(),
  /** Why it was not paid, as Stripe says it; empty where it was. */
  reason: z.string(),
})
export type TestPurchase = z.output<typeof TestPurchase>

const PaymentKeys = z.strictObject({
  publishableKey: z.string(),
  /** The last four characters of the secret key in use, the only ones shown; null without one. */
  secretKeyEnd: z.nullable(z.string()),
  webhookSecretEnd: z.nullable(z.string()),
  /** Whether the keys move real money; null without keys. */
  mode: z.nullable(z.enum(['live', 'test'])),
  /** Where Stripe's events have to be sent. */
  webhookUrl: z.string(),
  /** The environment decides the keys. */
  fixed: z.boolean(),
})
export type PaymentKeys = z.output<typeof PaymentKeys>

const SetUpAtDesk = z.strictObject({
  /** The site is not open yet: visitors see a page that says so. */
  running: z.boolean(),
  steps: z.array(
    z.strictObject({
      name: z.enum(setUpSteps),
      state: StepState,
      /** The site is not opened without it. */
      needed: z.boolean(),
    }),
  ),
  seller: Seller,
  /** Counts the saves of a form, which sends back that which it began with. */
  versions: z.strictObject({ seller: z.int(), mail: z.int() }),
  /** Fields of the seller that the environment decides. */
  fixedOfSeller: z.array(z.string()),
  mail: MailServer,
  hasMailPassword: z.boolean(),
  /** The environment decides the mail server. */
  mailFixed: z.boolean(),
  /** The last test mail since the mail server was saved. */
  mailTest: z.nullable(MailTest),
  payment: PaymentKeys,
  /** Until the site opens. */
  purchase: z.nullable(TestPurchase),
})
export type SetUpAtDesk = z.output<typeof SetUpAtDesk>

/** Proof of identity for settings: the password, and a code of the authenticator app or a recovery code. */
const proof = { password: CurrentPassword, code: Line(40) }

/** The admin's calls about the first steps of a site. */
export const adminSetUpCalls = {
  setUpAtDesk: {
    method: 'GET',
    path: '/api/admin/set-up',
    actor: 'admin',
    summary:
      'Whether the site is open, which of its first steps are done, and their settings without secrets',
    replies: { 200: SetUpAtDesk },
  },
  saveSeller: {
    method: 'POST',
    path: '/api/admin/set-up/seller',
    actor: 'admin',
    idempotent: true,
    summary:
      'Saves who sells and how they are taxed; what the environment decides is left as it is; 409 `version-conflict` after a save by somebody else',
    body: z.strictObject({ seller: Seller, version: z.int(), ...proof }),
    replies: { 200: Done },
  },
  checkTexts: {
    method: 'POST',
    path: '/api/admin/set-up/texts',
    actor: 'admin',
    idempotent: true,
    summary: 'Notes that the legal texts were checked as they are now',
    body: z.strictObject({ password: z.optional(CurrentPassword) }),
    replies: { 200: Done },
  },
  saveMailServer: {
    method: 'POST',
    path: '/api/admin/set-up/mail',
    actor: 'admin',
    idempotent: true,
    summary:
      'Saves the mail server; 409 `set-by-environment` where SMTP_URL or MAIL_FROM is set, `version-conflict` after a save by somebody else',
    body: z.strictObject({
      mail: MailServer,
      version: z.int(),
      /** That of the mail server; null keeps the saved one. */
      mailPassword: z.nullable(Secret(500)),
      ...proof,
    }),
    replies: { 200: Done },
  },
  savePayment: {
    method: 'POST',
    path: '/api/admin/set-up/payment',
    actor: 'admin',
    idempotent: true,
    summary:
      'Saves the keys of Stripe once it answers to them; 409 `set-by-environment` where one of them is set',
    body: z.strictObject({
      /** Null keeps the saved one. */
      secretKey: z.nullable(Secret(300)),
      publishableKey: Line(300),
      /** Null keeps the saved one of the same account. */
      webhookSecret: z.nullable(Secret(300)),
      /** Stripe is asked to send its events. */
      makeWebhook: z.boolean(),
      ...proof,
    }),
    replies: {
      200: z.strictObject({
        status: z.literal('ok'),
        /** Why Stripe made no webhook; null where it did, or was not asked to. */
        webhookRefused: z.nullable(z.string()),
      }),
    },
  },
  testMailServer: {
    method: 'POST',
    path: '/api/admin/set-up/mail/test',
    actor: 'admin',
    idempotent: true,
    summary: 'Mails the admin a test, at once, and returns what the mail server answered',
    body: z.strictObject({ password: z.optional(CurrentPassword) }),
    replies: { 200: MailTest },
  },
  testPurchase: {
    method: 'POST',
    path: '/api/admin/set-up/purchase',
    actor: 'admin',
    idempotent: true,
    summary:
      'Buys a period with a test card and mails the admin its document; 409 `test-keys-needed` without test keys, `set-up-unfinished` before seller and mail server are given, `site-is-open` afterwards',
    body: z.strictObject({ password: z.optional(CurrentPassword) }),
    replies: { 200: TestPurchase },
  },
  openSite: {
    method: 'POST',
    path: '/api/admin/set-up/open',
    actor: 'admin',
    idempotent: true,
    summary:
      'Opens a new site to its visitors; 409 `set-up-unfinished` while a needed step is not done, `site-is-open` afterwards',
    body: z.strictObject({ password: CurrentPassword }),
    replies: { 200: Done },
  },
} as const satisfies Record<string, Call>
