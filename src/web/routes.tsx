import { type ComponentType, createElement, Fragment, lazy, useState } from 'react'
import { findPage } from '#contract/match-path.ts'
import { type PageName, pages } from '#contract/pages.ts'
import { type PageModule, withQueries } from './page-module.ts'

type FurtherPage = keyof typeof import('./further-pages.ts').furtherPages

/** Code of the pages that visits begin with, loaded when one is opened. */
const firstPages: Record<Exclude<PageName, FurtherPage>, () => Promise<PageModule>> = {
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

async function moduleOf(name: PageName): Promise<PageModule> {
  if (isFirst(name)) return firstPages[name]()
  const { furtherPages } = await loadFurtherPages()
  return furtherPages[name]()
}

function isFirst(name: PageName): name is keyof typeof firstPages {
  return name in firstPages
}

async function libraryPage(pending: Promise<PageModule>): Promise<PageModule> {
  const { prefetchLibrary, readLibrary } = await import('#web/platform/site/query-root.tsx')
  prefetchLibrary()
  const page = await withQueries(pending)
  return { ...page, firstReads: () => Promise.all([readLibrary(), page.firstReads?.()]) }
}

/** The code of one page, and whether it is loaded. */
type LoadablePage = {
  /** Pages with the same key are one component, which stays mounted between their URLs. */
  readonly key: PageName
  /** Loads the code ahead of time. */
  readonly preload: () => Promise<unknown>
  readonly Lazy: ComponentType
  readonly loaded: () => ComponentType | undefined
  /** Resolves once the page can show content. Rejects while that cannot be read. */
  readonly readable: () => Promise<unknown>
}

type PageRoute = { readonly name: PageName; readonly path: string; readonly page: LoadablePage }

const listing = loadable('content')

export const routes: readonly PageRoute[] = (Object.keys(pages) as PageName[]).map((name) => ({
  name,
  path: pages[name].path,
  page: name === 'content' || name === 'category' ? listing : loadable(name),
}))

/** Returns the route of a path; undefined if unknown. */
export function routeAt(pathname: string): PageRoute | undefined {
  const name = findPage(pathname)?.name
  return routes.find((route) => route.name === name)
}

/**
 * Renders a page, synchronously if its code is loaded. Then the server's text stays on screen until the page replaces
 * it, without an empty moment.
 */
export function LoadedPage({ page }: { page: LoadablePage }) {
  const [Shown] = useState(() => page.loaded() ?? page.Lazy)
  return <Shown />
}

function loadable(key: PageName): LoadablePage {
  let loaded: ComponentType | undefined
  let reads: PageModule['firstReads']
  const preload = async () => {
    const { Component, Root = Fragment, prepare, firstReads } = await moduleOf(key)
    reads = firstReads
    await prepare?.()
    loaded = () => createElement(Root, null, createElement(Component))
    return { default: loaded }
  }
  return { key, preload, Lazy: lazy(preload), loaded: () => loaded, readable: async () => reads?.() }
}
