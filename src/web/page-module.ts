import type { ComponentType, ReactNode } from 'react'

/** What the file of a page gives. */
export type PageModule = {
  readonly Component: ComponentType
  /** Stands around it. */
  readonly Root?: ComponentType<{ children: ReactNode }>
  /** Reads what the page shows first, while its code is on its way to the screen. */
  readonly prepare?: () => Promise<unknown>
  /** Reads that the page shows nothing without. Rejects while they fail. */
  readonly firstReads?: () => Promise<unknown>
}

/** A page that reads by queries. */
export async function withQueries(pending: Promise<PageModule>): Promise<PageModule> {
  const [{ QueryRoot }, page] = await Promise.all([import('#web/platform/site/query-root.tsx'), pending])
  return { ...page, Root: QueryRoot }
}
