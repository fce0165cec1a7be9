import { matchPath } from '#contract/match-path.ts'
import { type PageName, pages } from '#contract/pages.ts'
import { type LoadablePage, loadable } from './loadable-page.tsx'
import { type PageModule, withQueries } from './page-module.ts'

/** A page, or the desk with all of its pages. */
type RouteName = PageName | 'desk'
type FurtherPage = keyof typeof import('./further-pages.ts').furtherPages

/** Code of the pages that visits begin with, loaded when one is opened. */
const firstPages: Record<Exclude<RouteName, FurtherPage>, () => Promise<PageModule>> = {
  landing: () => import('#web/front/landing/landing-page.tsx'),
  content: () => libraryPage(import('#web/library/listing/listing-page.tsx')),
  category: () => libraryPage(import('#web/library/listing/listing-page.tsx')),
  video: () => libraryPage(import('#web/library/video-page/video-page.tsx')),
  series: () => libraryPage(import('#web/library/series/series-page.tsx')),
  pricing: () => import('#web/books/pricing/pricing-page.tsx'),
  faq: () => import('#web/front/static-pages/faq-page.tsx'),
  login: () => import('#web/identity/sign-in/login-page.tsx'),
  register: () => import('#web/business/registration/register-page.tsx'),
}

/** Loads the file names of the other pages. From then on they open as fast as the first pages. */
export const loadFurtherPages = () => import('./further-pages.ts')

async function moduleOf(name: RouteName): Promise<PageModule> {
  if (isFirst(name)) return firstPages[name]()
  const { furtherPages } = await loadFurtherPages()
  return furtherPages[name]()
}

function isFirst(name: RouteName): name is keyof typeof firstPages {
  return name in firstPages
}

async function libraryPage(pending: Promise<PageModule>): Promise<PageModule> {
  const { prefetchLibrary, readLibrary } = await import('#web/platform/site/query-root.tsx')
  prefetchLibrary()
  const page = await withQueries(pending)
  return { ...page, firstReads: () => Promise.all([readLibrary(), page.firstReads?.()]) }
}

type PageRoute = { readonly name: RouteName; readonly path: string; readonly page: LoadablePage }

const listing = pageOf('content')

export const routes: readonly PageRoute[] = [
  ...(Object.keys(pages) as PageName[]).map((name) => ({
    name,
    path: pages[name].path,
    page: name === 'content' || name === 'category' ? listing : pageOf(name),
  })),
  { name: 'desk', path: '/admin/*', page: pageOf('desk') },
]

/** Returns the route of a path; undefined if unknown. */
export function routeAt(pathname: string): PageRoute | undefined {
  return routes.find(({ path }) => matchPath(path, pathname))
}

function pageOf(name: RouteName): LoadablePage {
  return loadable(name, () => moduleOf(name))
}
