import type { FastifyInstance } from 'fastify'
import { calls } from '#contract/calls.ts'
import type { SiteConfig } from '#contract/site/site.ts'
import { usualRefundDays } from '#domain/billing/refunds/refund-days.ts'
import { shownAtFirst } from '#domain/pricing.ts'
import { getLocale } from '#messages/generated/runtime.js'
import { vatOfAccount } from '#server/books/billing/vat-of-account.ts'
import { isShopOpen } from '#server/business/shop/catalogue/open-shop.ts'
import type { LibraryServices } from '#server/library/catalogue/library.ts'
import type { ListedCatalogue } from '#server/library/catalogue/listed-catalogue.ts'
import { route } from '#server/platform/http/route.ts'
import type { Services } from '#server/platform/services/services.ts'
import { readServiceState } from '#server/platform/site/service-mode.ts'
import { allPlans, planOnSale } from '#server/platform/site-files/plan-on-sale.ts'
import { textVersions } from './fill-text.ts'

/** Returns the public settings, listed explicitly: no other setting leaves the server. */
export async function readSiteConfig(
  services: Services,
  catalogue: Pick<ListedCatalogue, 'series'>,
): Promise<SiteConfig> {
  const { config } = services
  const { seller } = config
  const { look, logo, pictures } = services.siteFiles.current
  const portrait = look.portrait === undefined ? undefined : pictures.get(look.portrait)
  const plan = planOnSale(services)
  const vatPercent = vatPercentAtHome(services)
  const { serviceMode, freedBySunset } = await readServiceState(services)
  return {
    productName: config.productName,
    ...(logo && { logoUrl: logo.address }),
    ...(logo?.size && { logoSize: logo.size }),
    navigation: look.navigation,
    footer: look.footer,
    social: look.social,
    facts: look.facts,
    ...(portrait && { portraitUrl: portrait.address }),
    serviceMode,
    allFree: freedBySunset,
    vat: { percent: vatPercent, mode: config.vat.mode },
    pricing: {
      plan: plan.id,
      plans: allPlans(services),
      firstCents: shownAtFirst(plan, 1, vatPercent),
    },
    shop: await isShopOpen(services),
    series: catalogue.series.length > 0,
    paymentProviders: [...services.payments.keys()],
    ...(config.stripe && { stripePublishableKey: config.stripe.publishableKey }),
    comments: config.comments,
    githubLogin: config.codeHost !== undefined,
    ...(config.feedbackUrl !== undefined && { feedbackUrl: config.feedbackUrl }),
    ...(config.sourceUrl !== undefined && { sourceUrl: config.sourceUrl }),
    ...(config.socialUrl !== undefined && { socialUrl: config.socialUrl }),
    trialDays: config.trialDays,
    ...(config.refundDays !== usualRefundDays && { refundDays: config.refundDays }),
    sellerZone: seller.zone,
    seller: {
      name: seller.name,
      address: seller.address,
      email: seller.email,
      ...(seller.phone !== undefined && { phone: seller.phone }),
      ...(seller.vatId !== undefined && { vatId: seller.vatId }),
    },
    demo: config.demo,
    ...clockAhead(services),
  }
}

/** Screens show "today" by the site's clock, while a reply's date is the machine's. */
function clockAhead({ clock }: Pick<Services, 'clock'>): Pick<SiteConfig, 'clockAheadSeconds'> {
  const seconds = Math.round((clock.now().getTime() - clock.real().getTime()) / 1000)
  return seconds > 0 ? { clockAheadSeconds: seconds } : {}
}

/** The tax in prices before the customer's country is known: that of a domestic private customer. */
function vatPercentAtHome({ config, clock }: Pick<Services, 'config' | 'clock'>): number {
  const nobody = { country: null, vatId: null, isBusiness: false, vatCheck: null }
  return vatOfAccount(config, nobody, clock.now()).basisPoints / 100
}

export function registerSiteCalls(app: FastifyInstance, services: LibraryServices): void {
  route(app, calls.config, async () => ({
    status: 200,
    body: await readSiteConfig(services, services.library.catalogue),
  }))
  route(app, calls.siteText, async ({ params: { page } }) => {
    const { config, library, siteFiles } = services
    const site = await readSiteConfig(services, library.catalogue)
    const sources = {
      site,
      catalogue: library.catalogue,
      files: siteFiles.current,
      origin: config.baseUrl.origin,
    }
    return { status: 200, body: { versions: textVersions(sources, page, getLocale()) } }
  })
}
