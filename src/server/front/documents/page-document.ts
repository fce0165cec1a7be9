import type { AnyPageName } from '#contract/desk/desk-pages.ts'
import { heroOf } from '#contract/library/poster.ts'
import { href } from '#contract/pages.ts'
import type { Carried } from '#contract/site/carried.ts'
import type { SiteConfig } from '#contract/site/site.ts'
import type { Language } from '#domain/language.ts'
import { m } from '#messages/generated/messages.js'
import { getLocale } from '#messages/generated/runtime.js'
import { seriesVideos } from '#server/library/catalogue/listed-catalogue.ts'
import { inLanguage } from '#server/platform/http/request-language.ts'
import { noticesHtml } from '#server/platform/site/notices.ts'
import { feedPathOf } from './feeds.ts'
import { textVersion } from './fill-text.ts'
import { carriedBy, posterPreloads } from './first-view.ts'
import { type Html, html, type PageText, type Sources } from './html.ts'
import { categoryPage, contentPage, seriesPage, videoPage } from './library-pages.ts'
import { type FoundPage, titles } from './page-at.ts'
import { landingPage, pricingPage, productPage, shopPage } from './selling-pages.ts'
import { seriesImagePath, shareImagePath } from './share-image.ts'
import { type Described, structuredData } from './structured-data.ts'
import { aboutPage, privacyPage, textPage, withoutScripts } from './text-pages.ts'

/** The properties of a reader that a document depends on. */
export type Reader = {
  readonly language: Language
  /** The address names the language, and so do its links. */
  readonly addressed: boolean
  /** The browser sends a session, possibly an expired one: it is not offered a trial or sign-in. */
  readonly signedIn: boolean
}

/** The content of a document before scripts run. */
export type PageDocument = Reader & {
  readonly status: 200 | 404 | 410 | 500
  /** The page's name followed by the product's. */
  readonly title: string
  readonly description: string | undefined
  /** Undefined for pages that search engines should not index. */
  readonly canonicalPath: string | undefined
  /** The page's own name, without the product's. */
  readonly heading: string
  readonly siteName: string
  /** The picture of link previews: rendered for this page, or an existing one. */
  readonly image: { readonly path: string; readonly isDrawn: boolean }
  /** Path of the page's RSS feed. */
  readonly feedPath?: string | undefined
  /** Its structured data (schema.org). */
  readonly data: readonly Described[]
  /** The content between header and footer. */
  readonly html: Html
  /** Its address; undefined if it loads nothing. */
  readonly page?: FoundPage | undefined
  readonly carried: Carried
  /** Preload elements for the pictures of its first view. */
  readonly posters?: readonly Html[]
  /** Origins that the page embeds in frames. */
  readonly frames: readonly string[]
  /** The HTML of what is said above every page; empty if nothing is. */
  readonly notices: string
}

/** Returns the document of a page, or of an unknown or gone address. A pure function. */
export function pageDocument(
  page: FoundPage | 'gone' | undefined,
  sources: Sources,
  reader: Reader,
): PageDocument {
  return inLanguage(reader.language, () => ({
    ...write(page, sources, reader.signedIn),
    ...reader,
    notices: noticesHtml(sources.notices, reader.language),
  }))
}

type Written = Omit<PageDocument, keyof Reader | 'notices'>

function write(page: FoundPage | 'gone' | undefined, sources: Sources, signedIn: boolean): Written {
  const { site } = sources
  if (page === 'gone') return withoutText(site, 410, m.page_gone_title(), nothingHere(m.page_gone()))
  if (!page) return withoutText(site, 404, m.page_not_found_title(), nothingHere(m.page_not_found()))
  const writer = texts[page.name]
  if (page.name === 'shop' && sources.products.length === 0)
    return {
      ...withoutText(site, 200, m.shop_page(), html`<h1>${m.shop_page()}</h1><p>${m.shop_empty()}</p>`),
      page,
    }
  if (typeof writer === 'string')
    return {
      ...withoutText(
        site,
        200,
        titles[writer](),
        html`<h1>${titles[writer]()}</h1>${withoutScripts(page.name, site)}`,
      ),
      page,
      // a mail is shown in a frame
      ...(page.name === 'adminMailSamples' && { frames: ["'self'"] }),
    }
  const said = writer(page, sources, signedIn)
  const { title, description, html: text, frames = [] } = said
  const hasFeed = page.name === 'content' || page.name === 'category'
  return {
    status: 200,
    title: m.product_title({ page: title, product: site.productName }),
    description,
    canonicalPath: page.canonicalPath,
    heading: title,
    siteName: site.productName,
    image: imageOf(page, sources),
    ...(hasFeed && { feedPath: feedPathOf(page.categories) }),
    data: structuredData(page, said, sources),
    html: said.isDrawn ? text : plain(text),
    page,
    carried: carriedBy(page, sources),
    posters: page.listing
      ? []
      : posterPreloads(
          page,
          sources.catalogue,
          page.name === 'landing' ? heroOf(textVersion(sources, 'landing', getLocale())) : undefined,
        ),
    frames,
  }
}

function imageOf(page: FoundPage, { site, catalogue }: Sources): PageDocument['image'] {
  const { video, series } = page
  if (video) return { path: shareImagePath(video, site), isDrawn: true }
  if (series) return { path: seriesImagePath(series, seriesVideos(series, catalogue), site), isDrawn: true }
  return { path: pictureOf(page) ?? site.logoUrl ?? '/icons/512.png', isDrawn: false }
}

/** The picture of goods, if link previews support its format. */
function pictureOf({ product }: FoundPage): string | undefined {
  const picture = product?.kind === 'goods' ? product.picture : null
  return picture !== null && picture !== undefined && !picture.endsWith('.svg') ? picture : undefined
}

/** Returns the document for a server error, which does not reveal the cause. */
export function failureDocument(site: SiteConfig, language: Language): PageDocument {
  return inLanguage(language, () => ({
    ...withoutText(site, 500, m.failure(), html`<h1>${m.failure()}</h1><p>${m.failure_advice()}</p>`),
    language,
    addressed: false,
    signedIn: false,
    notices: '',
  }))
}

/** A document without a public text. */
function withoutText(site: SiteConfig, status: PageDocument['status'], title: string, text: Html): Written {
  return {
    status,
    title: m.product_title({ page: title, product: site.productName }),
    description: undefined,
    canonicalPath: undefined,
    heading: title,
    siteName: site.productName,
    image: { path: '/icons/512.png', isDrawn: false },
    data: [],
    html: plain(text),
    carried: { config: site },
    frames: [],
  }
}

/** A text that is written by the server only. */
function plain(text: Html): Html {
  return html`<div class="document-text">${text}</div>`
}

/** The text of an unknown address (product.md section 2). */
function nothingHere(sentence: string): Html {
  return html`<h1>${sentence}</h1><p><a href="${href('content')}">${m.continue()}</a></p>`
}

/** The renderer of each page's public text; the title of pages without one. */
const texts: Record<
  AnyPageName,
  keyof typeof titles | ((page: FoundPage, sources: Sources, signedIn: boolean) => PageText)
> = {
  landing: (_, sources, signedIn) => landingPage(sources, signedIn),
  content: contentPage,
  category: categoryPage,
  video: videoPage,
  series: seriesPage,
  pricing: (_, { site }, signedIn) => pricingPage(site, signedIn),
  faq: (_, sources) => textPage('faq', sources),
  imprint: (_, sources) => textPage('imprint', sources),
  termsAndConditions: (_, sources) => textPage('terms-and-conditions', sources),
  privacyPolicy: (_, sources) => privacyPage(sources),
  about: (_, sources) => aboutPage(sources),
  licences: 'licences',
  login: 'login',
  register: 'register',
  confirmContact: 'confirm',
  confirmContactSuccess: 'confirm',
  confirmContactFailure: 'confirm',
  confirmContactError: 'confirm',
  demo: 'demo',
  requestReset: 'requestReset',
  resetPassword: 'newPassword',
  createPassword: 'newPassword',
  temporaryPassword: 'newPassword',
  codeHostRegistration: 'register',
  companyLogin: 'companyLogin',
  companySignIn: 'companySignIn',
  join: 'join',
  preview: 'preview',
  redeem: 'redeem',
  profile: 'profile',
  subscription: 'subscription',
  newPrice: 'newPrice',
  subscriptionCard: 'subscriptionCard',
  subscriptionPayment: 'subscriptionPayment',
  users: 'users',
  password: 'password',
  security: 'security',
  subscribe: 'subscribe',
  shop: (_, sources) => shopPage(sources),
  shopProduct: productPage,
  shopCart: 'shopCart',
  shopCheckout: 'shopCheckout',
  shopOrder: 'shopOrder',
  shopOrders: 'shopOrders',
  cancelContract: 'cancelContract',
  withdrawContract: 'withdrawContract',
  unsubscribe: 'unsubscribe',
  moveContact: 'moveContact',
  keepContact: 'keepContact',
  notMe: 'notMe',
  declaration: 'declaration',
  admin: 'admin',
  adminPeople: 'adminPeople',
  adminMovingIn: 'adminMovingIn',
  adminAccounts: 'adminAccounts',
  adminAccount: 'adminAccount',
  createAdmin: 'createAdmin',
  couponLookup: 'couponLookup',
  couponCreation: 'couponCreation',
  couponAssociates: 'couponAssociates',
  adminLibrary: 'adminLibrary',
  adminCategories: 'adminCategories',
  adminSeries: 'adminSeries',
  adminLabels: 'adminLabels',
  adminFilm: 'adminFilm',
  adminOrders: 'adminOrders',
  adminOrder: 'adminOrder',
  adminProducts: 'adminProducts',
  adminDeclarations: 'adminDeclarations',
  adminMails: 'adminMails',
  adminBroadcasts: 'adminBroadcasts',
  adminMailSamples: 'adminMailSamples',
  adminWatchedFilms: 'adminWatchedFilms',
  adminWatchedFilm: 'adminWatchedFilm',
  adminSearchedWords: 'adminSearchedWords',
  adminMoney: 'adminMoney',
  adminMoneyChanges: 'adminMoneyChanges',
  adminCohorts: 'adminCohorts',
  adminForecast: 'adminForecast',
  adminComingRenewals: 'adminComingRenewals',
  adminCouponMoney: 'adminCouponMoney',
  adminCouponSales: 'adminCouponSales',
  adminInvoices: 'adminInvoices',
  adminOpenPayments: 'adminOpenPayments',
  adminTax: 'adminTax',
  adminSystem: 'adminSystem',
  adminBackups: 'adminBackups',
  adminKeys: 'adminKeys',
  adminWebhooks: 'adminWebhooks',
  adminAudit: 'adminAudit',
  adminNotices: 'adminNotices',
  adminService: 'adminService',
  adminPrices: 'adminPrices',
  adminLook: 'adminLook',
  adminWords: 'adminWords',
  adminWordsOfPage: 'adminWordsOfPage',
  adminSetUp: 'adminSetUp',
  adminPriceMoves: 'adminPriceMoves',
  adminPriceMove: 'adminPriceMove',
}
