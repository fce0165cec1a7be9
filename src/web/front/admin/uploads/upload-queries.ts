import { queryOptions } from '@tanstack/react-query'
import { adminProcessingCalls, type FilmJob } from '#contract/admin/library/admin-processing-calls.ts'
import { adminUploadCalls } from '#contract/admin/library/admin-upload-calls.ts'
import { adminRead } from '#web/front/desk/admin-read.ts'
import { deskQuery } from '#web/front/desk/desk-query.ts'

/** The unfinished uploads, also those of other days and browsers. */
export const uploadsQuery = deskQuery(
  ['admin', 'uploads'],
  ({ uploads }) => Array.isArray(uploads),
  adminUploadCalls.uploads,
)

/** How often processing is looked at while something is under way. */
const lookMs = 2000

/** A page of the processing of uploaded films, or that of one video. */
export const filmJobsQuery = ({ page = 0, videoId }: { page?: number; videoId?: string } = {}) =>
  queryOptions({
    queryKey: ['admin', 'processing', page, videoId],
    queryFn: ({ signal }) =>
      adminRead(({ jobs }) => Array.isArray(jobs), adminProcessingCalls.filmJobs, {
        query: { ...(page > 0 && { page: String(page) }), ...(videoId !== undefined && { videoId }) },
        signal,
      }),
    refetchInterval: ({ state: { data } }) => (data?.jobs.some(isUnderWay) ? lookMs : false),
    staleTime: 0,
  })

export function isUnderWay({ state }: Pick<FilmJob, 'state'>): boolean {
  return state === 'waiting' || state === 'running'
}
