/** The supported comment services with their settings. */
export type Comments =
  | { readonly provider: 'none' }
  /** `site`: the shortname. */
  | { readonly provider: 'disqus'; readonly site: string }
  /** `site`: a repository with its IDs, as parsed by `giscusRepository`. */
  | { readonly provider: 'giscus'; readonly site: string }
  /** `url`: of the server. */
  | { readonly provider: 'isso'; readonly url: string }
  /** `url`: of the server; `site`: the site id there. */
  | { readonly provider: 'remark42'; readonly url: string; readonly site: string }

/** A repository whose discussions hold the comments: `owner/name,repository id,category,category id`. */
export type GiscusRepository = {
  readonly repository: string
  readonly repositoryId: string
  readonly category: string
  readonly categoryId: string
}

/** Parses a repository in the notation of giscus.app; undefined if a part is missing. */
export function giscusRepository(site: string): GiscusRepository | undefined {
  const [repository, repositoryId, category, categoryId, ...more] = site.split(',').map((part) => part.trim())
  // mutant `!repository → false`: nothing is no repository's name either
  if (!repository || !repositoryId || !category || !categoryId || more.length > 0) return undefined
  if (!/^[\w.-]+\/[\w.-]+$/.test(repository)) return undefined
  return { repository, repositoryId, category, categoryId }
}

/** Whether a text is a Disqus shortname, which becomes part of a host name. */
export function isDisqusShortname(site: string): boolean {
  return /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i.test(site)
}
