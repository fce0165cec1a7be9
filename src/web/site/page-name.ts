import { type PageName, pages } from '#contract/pages.ts'
import { matchPath } from './match-path.ts'

const names = Object.keys(pages) as PageName[]

/** The page that an address belongs to; undefined for an unknown one. */
export function pageNameAt(pathname: string): PageName | undefined {
  return names.find((name) => matchPath(pages[name].path, pathname))
}
