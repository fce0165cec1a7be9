import type { Config } from '#server/platform/config/config.ts'
import type { WatchedSiteFiles } from './site-files.ts'

/** Returns the settings with the current site name of `site.yaml`, if it has one. */
export function namedBySite(config: Config, siteFiles: WatchedSiteFiles): Config {
  return Object.defineProperty({ ...config }, 'productName', {
    get: () => siteFiles.current.look.name ?? config.productName,
    enumerable: true,
  })
}
