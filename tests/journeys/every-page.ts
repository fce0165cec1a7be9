import { type AnyPageName, allPages, deskPages } from '#contract/desk/desk-pages.ts'
import { mainScreens, type Screen } from './screens.ts'

/**
 * Every page of the contract in an unchanged demo, and the main screens. New pages are included automatically; if their
 * path has parameters, the type checker requires them.
 */
export async function everyPage(origin: string): Promise<readonly Screen[]> {
  const main = await mainScreens(origin)
  const further = (Object.keys(allPages) as AnyPageName[])
    .flatMap((name) => addressesOf(name))
    .map((path) => ({ name: path, path, as: seenBy(path) }))
  return [
    ...main,
    ...further.filter(({ path, as }) => !main.some((one) => one.path === path && one.as === as)),
  ]
}

/** A page whose address names something. */
type PageWithParts = {
  [Name in AnyPageName]: (typeof allPages)[Name]['path'] extends `${string}${':' | '*'}${string}`
    ? Name
    : never
}[AnyPageName]

/** The account of the demo's owner. */
export const brightwater = '00000000-0000-4000-8000-000000000002'
const nobodysId = '01980000-0000-7000-8000-000000000000'
const mailed = '?contact=somebody.with.a.long.address%40subdomain.example.org&code=x'

/** The addresses of such pages; films and series that exist are among the main screens. */
const withParts: Record<PageWithParts, readonly string[]> = {
  category: ['/content/category/javascript'],
  video: [`/content/video/${nobodysId}`],
  series: ['/content/series/nothing-of-this-name'],
  join: ['/join/A-CODE'],
  redeem: ['/redeem/A-CODE'],
  preview: ['/preview/a-token'],
  // the later steps are reached by a story alone (wizard.journey.ts)
  subscribe: ['/subscription/new/1'],
  shopProduct: ['/shop/product/a-season-of-learning-000000000002'],
  shopCheckout: ['address', 'shipping', 'payment', 'overview'].map((step) => `/shop/checkout/${step}`),
  shopOrder: [`/shop/order/${nobodysId}`],
  declaration: [`/account/declaration/${nobodysId}`],
  adminAccount: [`/admin/account/view/${brightwater}`, `/admin/account/view/${nobodysId}`],
  adminFilm: ['/admin/library/film/closures', '/admin/library/film/nothing-of-this-name'],
  adminPriceMove: [`/admin/site/prices/customers/${nobodysId}`],
  adminOrder: [`/admin/order/view/${nobodysId}`],
  adminWordsOfPage: ['/admin/site/words/faq'],
  adminWatchedFilm: ['/admin/library/watched/closures'],
}

/** Pages that a mail links, with what its link carries. */
const linkedByMail: Partial<Record<AnyPageName, string>> = {
  confirmContact: mailed,
  confirmContactSuccess: mailed,
  confirmContactFailure: mailed,
  resetPassword: mailed,
  createPassword: mailed,
  unsubscribe: mailed,
  notMe: mailed,
  moveContact: mailed,
  keepContact: mailed,
}

function addressesOf(name: AnyPageName): readonly string[] {
  return hasParts(name) ? withParts[name] : [allPages[name].path + (linkedByMail[name] ?? '')]
}

const hasParts = (name: AnyPageName): name is PageWithParts => name in withParts

/** A browser's storage with an incomplete order, without which each step shows an empty cart. */
export function begunOrder(): { localStorage: object; sessionStorage: object } {
  const kept = (state: object) => ({ state, version: 1 })
  const buyer = { email: 'grace.hopper@example.org', country: 'DE', name: 'Grace Hopper' }
  const address = 'Grace Hopper\nHauptstraße 7\n10827 Berlin'
  return {
    localStorage: kept({ cart: [{ productId: '00000000-0000-4000-8000-000000000002', quantity: 2 }] }),
    sessionStorage: {
      checkout: kept({ ...buyer, address, shipping: 'none', setupIntent: 'seti_of_the_walk' }),
    },
  }
}

/** Whose page it is, by the beginning of its address. */
function seenBy(path: string): Screen['as'] {
  if (path.startsWith('/admin') && path !== deskPages.createAdmin.path) return 'admin'
  return /^\/(account\/(?!reset-)|subscription|shop\/order)/.test(path) ? 'owner' : undefined
}
