import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { adminCaptionsCalls } from '#contract/admin/library/admin-captions-calls.ts'
import { adminGroupCalls } from '#contract/admin/library/admin-group-calls.ts'
import type { DeskCategories, DeskSeries } from '#contract/admin/library/admin-groups.ts'
import type { VideoFilter } from '#contract/admin/library/admin-library.ts'
import { adminLibraryCalls } from '#contract/admin/library/admin-library-calls.ts'
import { adminPreviewCalls } from '#contract/admin/library/admin-preview-calls.ts'
import { adminRead } from '#web/front/desk/admin-read.ts'

export type DeskCategory = DeskCategories['categories'][number]
export type OneSeries = DeskSeries['series'][number]

/** A page of the videos that match; the one before stays until it is there. */
export const deskVideosQuery = (filter: VideoFilter) =>
  queryOptions({
    queryKey: ['admin', 'videos', filter],
    queryFn: ({ signal }) =>
      adminRead(({ videos }) => Array.isArray(videos), adminLibraryCalls.deskVideos, {
        query: filter,
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const deskVideoQuery = (id: string) =>
  queryOptions({
    queryKey: ['admin', 'video', id],
    queryFn: ({ signal }) =>
      adminRead(({ title }) => title !== undefined, adminLibraryCalls.deskVideo, { params: { id }, signal }),
    staleTime: 0,
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
  queryOptions({
    queryKey: ['admin', 'video', id, 'preview'],
    queryFn: ({ signal }) =>
      adminRead(({ link }) => link !== undefined, adminPreviewCalls.previewLink, { params: { id }, signal }),
    staleTime: 0,
  })

export const videoVersionsQuery = (id: string) =>
  queryOptions({
    queryKey: ['admin', 'video', id, 'versions'],
    queryFn: ({ signal }) =>
      adminRead(({ versions }) => Array.isArray(versions), adminLibraryCalls.videoVersions, {
        params: { id },
        signal,
      }),
    staleTime: 0,
  })

export const categoryVersionsQuery = (id: string) =>
  queryOptions({
    queryKey: ['admin', 'categories', id, 'versions'],
    queryFn: ({ signal }) =>
      adminRead(({ versions }) => Array.isArray(versions), adminGroupCalls.categoryVersions, {
        query: { id },
        signal,
      }),
    staleTime: 0,
  })

export const seriesVersionsQuery = (urlKey: string) =>
  queryOptions({
    queryKey: ['admin', 'series', urlKey, 'versions'],
    queryFn: ({ signal }) =>
      adminRead(({ versions }) => Array.isArray(versions), adminGroupCalls.seriesVersions, {
        query: { urlKey },
        signal,
      }),
    staleTime: 0,
  })

export const deskCategoriesQuery = queryOptions({
  queryKey: ['admin', 'categories'],
  queryFn: ({ signal }) =>
    adminRead(({ categories }) => Array.isArray(categories), adminGroupCalls.deskCategories, { signal }),
  staleTime: 0,
})

export const deskSeriesQuery = queryOptions({
  queryKey: ['admin', 'series'],
  queryFn: ({ signal }) =>
    adminRead(({ series }) => Array.isArray(series), adminGroupCalls.deskSeries, { signal }),
  staleTime: 0,
})

/** Tags and versions in use, most used first. */
export const deskLabelsQuery = queryOptions({
  queryKey: ['admin', 'labels'],
  queryFn: ({ signal }) =>
    adminRead(({ tags }) => Array.isArray(tags), adminGroupCalls.deskLabels, { signal }),
  staleTime: 0,
})
