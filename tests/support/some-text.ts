import type { Video } from '#contract/library/library.ts'
import type { SiteConfig, SiteText, TextName } from '#contract/site/site.ts'
import type { Language } from '#domain/language.ts'
import { textVersions } from '#server/front/documents/fill-text.ts'
import { listCatalogue } from '#server/library/catalogue/listed-catalogue.ts'
import { readSiteFiles } from '#server/platform/site-files/read-site-files.ts'
import { someConfig } from './some-site.ts'

const { files } = await readSiteFiles('/nowhere')
const nothing = listCatalogue(
  {
    revision: 0,
    withdrawn: [],
    categories: [],
    versions: [],
    videos: [],
    series: [],
    withdrawnSeries: [],
    posters: new Map(),
    storyboards: new Map(),
    filmSizes: new Map(),
    transcripts: 0,
    beginnings: new Map(),
    codeFiles: new Map(),
    formerIds: new Map(),
    formerCategories: new Map(),
  },
  new Date('2026-11-21T00:00:00Z'),
)

/** The product's own text of a page, as the server answers it. */
export function someText(
  name: TextName,
  more: Partial<SiteConfig> = {},
  videos: readonly Video[] = [],
  language: Language = 'en',
): SiteText {
  const catalogue = { ...nothing, videos, placeOf: new Map(videos.map(({ id }, place) => [id, place])) }
  return {
    versions: textVersions({ site: { ...someConfig, ...more }, catalogue, files }, name, language),
  }
}
