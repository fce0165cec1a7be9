import type { ComponentType, ReactNode } from 'react'

/** Exports of a page's file. */
export type PageModule = {
  readonly Component: ComponentType
  /** Wraps the page. */
  readonly Root?: ComponentType<{ children: ReactNode }>
  /** Requests the page's first data while its code is loading. */
  readonly prepare?: () => Promise<unknown>
  /** Data that the page cannot do without. Rejects while it cannot be read. */
  readonly firstReads?: () => Promise<unknown>
}

/** Loads a page that uses queries. */
export async function withQueries(pending: Promise<PageModule>): Promise<PageModule> {
  const [{ QueryRoot }, page] = await Promise.all([import('#web/platform/site/query-root.tsx'), pending])
  return { ...page, Root: QueryRoot }
}
