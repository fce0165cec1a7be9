import { queryOptions } from '@tanstack/react-query'
import { adminCaptionsCalls } from '#contract/admin/library/admin-captions-calls.ts'
import { adminGroupCalls } from '#contract/admin/library/admin-group-calls.ts'
import type { DeskCategories, DeskSeries } from '#contract/admin/library/admin-groups.ts'
import type { VideoFilter } from '#contract/admin/library/admin-library.ts'
import { adminLibraryCalls } from '#contract/admin/library/admin-library-calls.ts'
import { adminPreviewCalls } from '#contract/admin/library/admin-preview-calls.ts'
import { adminRead } from '#web/front/desk/admin-read.ts'
import { deskQuery, deskTableQuery } from '#web/front/desk/desk-query.ts'

export type DeskCategory = DeskCategories['categories'][number]
export type OneSeries = DeskSeries['series'][number]

/** A page of the videos that match; the one before stays until it is there. */
export const deskVideosQuery = (filter: VideoFilter) =>
  deskTableQuery(
    ['admin', 'videos', filter],
    ({ videos }) => Array.isArray(videos),
    adminLibraryCalls.deskVideos,
    { query: filter },
  )

export const deskVideoQuery = (id: string) =>
  deskQuery(['admin', 'video', id], ({ title }) => title !== undefined, adminLibraryCalls.deskVideo, {
    params: { id },
  })

/** A description as viewers see it. */
export const drawnTextQuery = (text: string) =>
  queryOptions({
    queryKey: ['drawn-text', text],
    queryFn: ({ signal }) =>
      adminRead(({ text: drawn }) => Array.isArray(drawn), adminLibraryCalls.drawText, {
        body: { text },
        signal,
      }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  })

/** Captions by machine; looked at every two seconds while one is under way. */
export const captionsJobsQuery = (id: string) =>
  queryOptions({
    queryKey: ['admin', 'video', id, 'captions'],
    queryFn: ({ signal }) =>
      adminRead(({ jobs }) => Array.isArray(jobs), adminCaptionsCalls.captionsJobs, {
        params: { id },
        signal,
      }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.jobs.some(isUnderWay) ? 2_000 : false),
  })

/** Whether captions are still to come. */
export function isUnderWay({ state }: { readonly state: string }): boolean {
  return state === 'waiting' || state === 'running'
}

export const previewLinkQuery = (id: string) =>
  deskQuery(
    ['admin', 'video', id, 'preview'],
    ({ link }) => link !== undefined,
    adminPreviewCalls.previewLink,
    { params: { id } },
  )

export const videoVersionsQuery = (id: string) =>
  deskQuery(
    ['admin', 'video', id, 'versions'],
    ({ versions }) => Array.isArray(versions),
    adminLibraryCalls.videoVersions,
    { params: { id } },
  )

export const categoryVersionsQuery = (id: string) =>
  deskQuery(
    ['admin', 'categories', id, 'versions'],
    ({ versions }) => Array.isArray(versions),
    adminGroupCalls.categoryVersions,
    { query: { id } },
  )

export const seriesVersionsQuery = (urlKey: string) =>
  deskQuery(
    ['admin', 'series', urlKey, 'versions'],
    ({ versions }) => Array.isArray(versions),
    adminGroupCalls.seriesVersions,
    { query: { urlKey } },
  )

export const deskCategoriesQuery = deskQuery(
  ['admin', 'categories'],
  ({ categories }) => Array.isArray(categories),
  adminGroupCalls.deskCategories,
)

export const deskSeriesQuery = deskQuery(
  ['admin', 'series'],
  ({ series }) => Array.isArray(series),
  adminGroupCalls.deskSeries,
)

/** Tags and versions in use, most used first. */
export const deskLabelsQuery = deskQuery(
  ['admin', 'labels'],
  ({ tags }) => Array.isArray(tags),
  adminGroupCalls.deskLabels,
)
