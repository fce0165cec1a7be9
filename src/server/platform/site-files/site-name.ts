import type { Config } from '#server/platform/config/config.ts'
import type { WatchedSiteFiles } from './site-files.ts'

/** The settings, with the name that `site.yaml` gives the site at the moment, where it gives one. */
export function namedBySite(config: Config, siteFiles: WatchedSiteFiles): Config {
  return Object.defineProperty({ ...config }, 'productName', {
    get: () => siteFiles.current.look.name ?? config.productName,
    enumerable: true,
  })
}
