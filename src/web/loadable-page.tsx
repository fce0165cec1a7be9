import { type ComponentType, createElement, Fragment, lazy, useState } from 'react'
import type { PageModule } from './page-module.ts'

/** The code of one page, and whether it is loaded. */
export type LoadablePage = {
  /** Pages with the same key are one component, which stays mounted between their URLs. */
  readonly key: string
  /** Loads the code ahead of time. */
  readonly preload: () => Promise<unknown>
  readonly Lazy: ComponentType
  readonly loaded: () => ComponentType | undefined
  /** Resolves once the page can show content. Rejects while that cannot be read. */
  readonly readable: () => Promise<unknown>
}

/**
 * Renders a page, synchronously if its code is loaded. Then the server's text stays on screen until the page replaces
 * it, without an empty moment.
 */
export function LoadedPage({ page }: { page: LoadablePage }) {
  const [Shown] = useState(() => page.loaded() ?? page.Lazy)
  return <Shown />
}

export function loadable(key: string, load: () => Promise<PageModule>): LoadablePage {
  let loaded: ComponentType | undefined
  let reads: PageModule['firstReads']
  const preload = async () => {
    const { Component, Root = Fragment, prepare, firstReads } = await load()
    reads = firstReads
    await prepare?.()
    loaded = () => createElement(Root, null, createElement(Component))
    return { default: loaded }
  }
  return { key, preload, Lazy: lazy(preload), loaded: () => loaded, readable: async () => reads?.() }
}
