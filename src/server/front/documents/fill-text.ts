import type { PricingPlan, SiteConfig, TextName, TextPart, TextVersion } from '#contract/site/site.ts'
import { usualRefundDays } from '#domain/billing/refunds/refund-days.ts'
import { formatMoney } from '#domain/formatted-money.ts'
import { type Language, languages } from '#domain/language.ts'
import { shownAtFirst } from '#domain/pricing.ts'
import { saysClosing, saysPaused, sells } from '#domain/service-mode.ts'
import { m } from '#messages/generated/messages.js'
import { getLocale } from '#messages/generated/runtime.js'
import { richText } from '#server/library/catalogue/rich-text.ts'
import { inLanguage } from '#server/platform/http/request-language.ts'
import type {
  Condition,
  placeholders,
  SiteText,
  TextPart as WrittenPart,
} from '#server/platform/site-files/parse-text.ts'
import type { TextSources } from './html.ts'

/**
 * Returns the text of a page with its placeholders filled in: in the wanted language if available, else in the other.
 * The privacy policy is returned in every language, English first (product.md section 2).
 */
export function textVersions(sources: TextSources, name: TextName, language: Language): TextVersion[] {
  const written = sources.files.texts[name]
  const all = languages.flatMap((one) => {
    const text = written[one]
    if (!text) return []
    const filled = fillText(sources, one, text)
    return [name === 'landing' ? withHeroFilm(filled, sources) : filled]
  })
  const ownFirst = all.toSorted((a, b) => Number(b.language === language) - Number(a.language === language))
  return name === 'privacy-policy' ? ownFirst : ownFirst.slice(0, 1)
}

/** Puts the chosen film at the top of the landing page, in place of those of its text; only a free one. */
function withHeroFilm(text: TextVersion, { files, catalogue }: TextSources): TextVersion {
  const { heroFilm } = files.look
  const video = heroFilm === undefined ? undefined : catalogue.videos[catalogue.placeOf.get(heroFilm) ?? -1]
  if (!video?.free) return text
  return { ...text, lead: [{ kind: 'video', video }, ...text.lead.filter(({ kind }) => kind !== 'video')] }
}

/** Returns a page's text in one language. */
export function textVersion(
  sources: TextSources,
  name: Exclude<TextName, 'privacy-policy'>,
  language: Language,
): TextVersion {
  const [version] = textVersions(sources, name, language)
  if (!version) throw new TypeError(`The page ${name} has no text`)
  return version
}

function fillText(sources: TextSources, language: Language, text: SiteText): TextVersion {
  const facts = inLanguage(language, () => factsOf(sources.site))
  const parts = (written: readonly WrittenPart[]) => written.flatMap((part) => fillPart(part, facts, sources))
  return {
    language,
    page: fillLine(text.page, facts),
    ...(text.description !== undefined && { description: fillLine(text.description, facts) }),
    heading: fillLine(text.heading, facts),
    ...(text.subtitle !== undefined && { subtitle: fillLine(text.subtitle, facts) }),
    lead: parts(text.lead),
    sections: text.sections
      .filter(({ when }) => when === undefined || isTrue[when](sources.site))
      .map(({ id, heading, parts: own }) => ({ id, heading: fillLine(heading, facts), parts: parts(own) })),
  }
}

const isTrue: Readonly<Record<Condition, (site: SiteConfig) => boolean>> = {
  trial: ({ serviceMode, trialDays }) => sells(serviceMode) && trialDays > 0,
  open: ({ serviceMode }) => sells(serviceMode),
  paused: ({ serviceMode }) => saysPaused(serviceMode),
  sunset: ({ serviceMode }) => saysClosing(serviceMode),
  shop: ({ shop }) => shop,
}

type Facts = Readonly<Record<(typeof placeholders)[number], string>>

function factsOf({
  productName,
  seller,
  trialDays,
  refundDays = usualRefundDays,
  vat,
  pricing,
}: SiteConfig): Facts {
  const plan = pricing.plans.find(({ id }) => id === pricing.plan)
  const priceOf = (users: number) => (plan ? firstPrice(plan, users, vat.percent) : '')
  return {
    product: productName,
    seller: seller.name,
    address: [seller.name, seller.address].filter(Boolean).join('\n'),
    email: seller.email,
    phone: seller.phone ?? '',
    vatId: seller.vatId ?? '',
    trial: m.interval_day({ count: trialDays }),
    refundDays: String(refundDays),
    vatPercent: String(vat.percent),
    price: priceOf(1),
    teamPrice: priceOf(10),
  }
}

/** Returns the monthly price for a number of users, in words, like the first one on the pricing page. */
export function firstPrice(plan: PricingPlan, users: number, vatPercent: number): string {
  const price = formatMoney(shownAtFirst(plan, users, vatPercent), getLocale())
  return vatPercent > 0 ? m.landing_price({ price }) : m.landing_price_untaxed({ price })
}

/** A video that is not in the library, or not published yet, is left out. */
function fillPart(part: WrittenPart, facts: Facts, { catalogue }: TextSources): TextPart[] {
  if (part.kind === 'frame') return [{ ...part, title: fillLine(part.title, facts) }]
  if (part.kind === 'markdown') return [{ kind: 'text', text: richText(fillMarkdown(part.markdown, facts)) }]
  const free = /^free(?:\/([1-9]))?$/.exec(part.video)
  const video = free
    ? catalogue.videos.filter((one) => one.free)[Number(free[1] ?? 1) - 1]
    : catalogue.videos[catalogue.placeOf.get(part.video) ?? -1]
  return video ? [{ kind: 'video', video }] : []
}

// includes a full stop after it, so that a value that ends in one ("USt.") does not double it
const placeholder = /\{\{\s*(\w+)\s*\}\}(\.?)/g

function fillLine(line: string, facts: Facts): string {
  return line
    .replace(placeholder, (_, name: keyof Facts, stop) => ended(facts[name], stop))
    .replaceAll('\n', ', ')
}

/** Values are escaped, so they cannot form Markdown; a line with an unset value is left out. */
function fillMarkdown(markdown: string, facts: Facts): string {
  return markdown
    .split('\n')
    .filter((line) => [...line.matchAll(placeholder)].every(([, name]) => facts[name as keyof Facts] !== ''))
    .map((line) =>
      line.replace(placeholder, (_, name: keyof Facts, stop) => ended(shown(name, facts[name]), stop)),
    )
    .join('\n')
}

function ended(value: string, stop: string): string {
  return value.endsWith('.') ? value : value + stop
}

function shown(name: keyof Facts, value: string): string {
  // two trailing spaces are a line break in Markdown
  const text = value.split('\n').map(escapeMarkdown).join('  \n')
  if (name === 'email') return `[${text}](mailto:${encodeURI(value)})`
  if (name === 'phone') return `[${text}](tel:${value.replace(/[^\d+]/g, '')})`
  return text
}

function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_{}[\]()#+\-.:!|<>~&]/g, '\\$&')
}
