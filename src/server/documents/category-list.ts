import type { Category } from '#contract/library/library.ts'
import { categoryHref } from '#contract/pages.ts'
import { m } from '#messages/generated/messages.js'
import type { ListedCatalogue } from '#server/library/listed-catalogue.ts'
import { type Html, html } from './html.ts'
import { videoList } from './video-list.ts'

type Options = {
  /** The way from the top to the categories. */
  readonly above?: readonly Category[]
  readonly withVideos: boolean
}

/** Nested lists of links to categories, each with how many videos it and its children hold, and to those videos. */
export function categoryList(
  catalogue: ListedCatalogue,
  categories: readonly Category[],
  { above = [], withVideos }: Options,
): Html | false {
  const videosOf = Map.groupBy(catalogue.videos, ({ categoryId }) => categoryId)
  const countOf = ({ id }: Category) =>
    [...catalogue.tree.within(id)].reduce((sum, within) => sum + (videosOf.get(within)?.length ?? 0), 0)
  const listOf = (level: readonly Category[], way: readonly Category[]): Html | false =>
    level.length > 0 &&
    html`<ul>${level.map((category) => {
      const path = [...way, category]
      const count = countOf(category)
      const children = catalogue.tree.childrenOf(category.id).filter((child) => !path.includes(child))
      return html`<li><a href="${categoryHref(path.map(({ urlKey }) => urlKey))}">${category.name}</a> ${count === 0 ? m.category_without_videos() : m.video_count({ count })}
${listOf(children, path)}${withVideos && videoList(videosOf.get(category.id) ?? [])}</li>
`
    })}</ul>`
  return listOf(categories, above)
}
