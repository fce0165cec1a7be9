import * as z from 'zod/mini'
import { Video } from '#contract/library/library.ts'
import { RichText } from '#contract/rich-text.ts'
import { Cents, Instant, Interval } from '#contract/shapes.ts'
import { languages } from '#domain/language.ts'

/** Token for the `X-CSRF-Token` header of writes; 15 minutes, bound to this browser's session. */
export const CsrfToken = z.strictObject({ token: z.string(), expiresAt: Instant })

/** product.md section 3, Pricing plan. Percentages of the base price; a tier applies from that number of users. */
export const PricingPlan = z.strictObject({
  id: z.string(),
  basePriceCents: Cents,
  currency: z.literal('EUR'),
  userTiers: z.array(z.strictObject({ fromUsers: z.int(), percent: z.int() })),
  /** `volume` by default: the tier reached applies to all users. */
  tiers: z.optional(z.enum(['volume', 'graduated'])),
  intervals: z.array(z.strictObject({ interval: Interval, percent: z.int() })),
})
export type PricingPlan = z.output<typeof PricingPlan>

/** A link set by the operator: a path of this site, or an external address. */
export const SiteLink = z.strictObject({
  text: z.strictObject({ en: z.string(), de: z.string() }),
  to: z.string(),
})
export type SiteLink = z.output<typeof SiteLink>

/** The settings that browsers receive. */
export const SiteConfig = z.strictObject({
  productName: z.string(),
  logoUrl: z.optional(z.string()),
  /** Of the logo in pixels, from which its place follows before it has loaded. */
  logoSize: z.optional(z.strictObject({ width: z.number(), height: z.number() })),
  /** The operator's links in the header and footer, and to external pages. */
  navigation: z.array(SiteLink),
  footer: z.array(SiteLink),
  social: z.array(z.strictObject({ name: z.string(), url: z.string() })),
  /** Numbers on the landing page: count of videos, total length, length of a video. */
  facts: z.array(z.enum(['videos', 'time', 'length'])),
  /** Portrait of the trainer. */
  portraitUrl: z.optional(z.string()),
  serviceMode: z.enum(['open', 'paused', 'sunset', 'closed']),
  /** The service has closed and its last subscription has ended: every video is free. */
  allFree: z.boolean(),
  /** `percent` may have decimals: 25.5 in Finland. */
  vat: z.strictObject({ percent: z.number(), mode: z.enum(['simple', 'full']) }),
  /** `firstCents`: monthly price of one user as first shown on the pricing page, gross. */
  pricing: z.strictObject({ plan: z.string(), plans: z.array(PricingPlan), firstCents: Cents }),
  /** The shop has something on sale. */
  shop: z.boolean(),
  /** The library has series. */
  series: z.boolean(),
  paymentProviders: z.array(z.string()),
  stripePublishableKey: z.optional(z.string()),
  comments: z.discriminatedUnion('provider', [
    z.strictObject({ provider: z.literal('none') }),
    z.strictObject({ provider: z.literal('disqus'), site: z.string() }),
    z.strictObject({ provider: z.literal('giscus'), site: z.string() }),
    z.strictObject({ provider: z.literal('isso'), url: z.string() }),
    z.strictObject({ provider: z.literal('remark42'), url: z.string(), site: z.string() }),
  ]),
  githubLogin: z.boolean(),
  feedbackUrl: z.optional(z.string()),
  sourceUrl: z.optional(z.string()),
  socialUrl: z.optional(z.string()),
  trialDays: z.int(),
  /** Days within which a charge can be refunded on request; absent: 7. */
  refundDays: z.optional(z.int()),
  /** IANA time zone of all billing dates. */
  sellerZone: z.string(),
  /** The seller, for imprint, terms and privacy policy. */
  seller: z.strictObject({
    name: z.string(),
    address: z.string(),
    email: z.string(),
    phone: z.optional(z.string()),
    vatId: z.optional(z.string()),
  }),
  demo: z.boolean(),
  /** Offset of a demo's clock; absent elsewhere. */
  clockAheadSeconds: z.optional(z.int()),
})
export type SiteConfig = z.output<typeof SiteConfig>

export const ChosenLanguage = z.strictObject({ language: z.enum(languages) })

/**
 * Texts that an operator can replace, by file name: pages, and the instruction on withdrawal, which is attached to mails.
 */
export const textNames = [
  'landing',
  'faq',
  'terms-and-conditions',
  'privacy-policy',
  'imprint',
  'about',
  'withdrawal',
] as const
export const TextName = z.enum(textNames)
export type TextName = z.output<typeof TextName>

/** A part of a text: formatted text, a video of the library, or a framed external page. */
export const TextPart = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('text'), text: RichText }),
  z.strictObject({ kind: z.literal('video'), video: Video }),
  z.strictObject({ kind: z.literal('frame'), url: z.string(), title: z.string() }),
])
export type TextPart = z.output<typeof TextPart>

/** A text in one language, with the settings filled in. */
export const TextVersion = z.strictObject({
  language: z.enum(languages),
  /** Title of the page in the browser. */
  page: z.string(),
  description: z.optional(z.string()),
  heading: z.string(),
  subtitle: z.optional(z.string()),
  lead: z.array(TextPart),
  /** `id` is the anchor. */
  sections: z.array(z.strictObject({ id: z.string(), heading: z.string(), parts: z.array(TextPart) })),
})
export type TextVersion = z.output<typeof TextVersion>

/** The text in the requested language first; the privacy policy comes in all languages. */
export const SiteText = z.strictObject({ versions: z.array(TextVersion) })
export type SiteText = z.output<typeof SiteText>

/** State of the site. `degraded`: it serves visitors, but scheduled work is late. */
export const Health = z.strictObject({
  status: z.enum(['ok', 'degraded', 'failing']),
  /** Why it is not `ok`, one sentence each: for the operator, not to be parsed. */
  reasons: z.optional(z.array(z.string())),
  checks: z.optional(z.record(z.string(), z.enum(['ok', 'failing']))),
})

/** The OpenAPI description; generated from the table of calls, so its schema is not repeated here. */
export const OpenApi = z.record(z.string(), z.unknown())
