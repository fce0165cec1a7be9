import type { SiteConfig } from '#contract/site/site.ts'
import type { ListedCatalogue } from '#server/library/listed-catalogue.ts'
import type { Html } from './html.ts'

/** The public text of a page. */
export type PageText = { readonly title: string; readonly description: string; readonly html: Html }

/** What the texts of pages are written from. */
export type Sources = { readonly site: SiteConfig; readonly catalogue: ListedCatalogue }
