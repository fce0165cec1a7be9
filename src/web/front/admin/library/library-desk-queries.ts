import type { DeskCategories, DeskSeries } from '#contract/admin/library/admin-groups.ts'
import { adminLibraryCalls } from '#contract/admin/library/admin-library-calls.ts'
import { deskQuery } from '#web/front/desk/desk-query.ts'

export type DeskCategory = DeskCategories['categories'][number]
export type OneSeries = DeskSeries['series'][number]

export const deskVideoQuery = (id: string) =>
  deskQuery(adminLibraryCalls.deskVideo, 'title', { params: { id } })
