import type { Config } from '#server/platform/config/config.ts'
import type { WatchedSiteFiles } from './site-files.ts'

/** Returns the settings with the current site name and words of mails of `site.yaml`, if it has them. */
export function namedBySite(config: Config, siteFiles: WatchedSiteFiles): Config {
  return Object.defineProperties(
    { ...config },
    {
      productName: { get: () => siteFiles.current.look.name ?? config.productName, enumerable: true },
      mailWords: { get: () => siteFiles.current.look.mails, enumerable: true },
    },
  )
}
