import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { adminGroupCalls } from '#contract/admin/admin-group-calls.ts'
import type { DeskCategories, DeskSeries } from '#contract/admin/admin-groups.ts'
import type { VideoFilter } from '#contract/admin/admin-library.ts'
import { adminLibraryCalls } from '#contract/admin/admin-library-calls.ts'
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
