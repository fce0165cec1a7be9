import { queryOptions } from '@tanstack/react-query'
import { adminProcessingCalls } from '#contract/admin/library/admin-processing-calls.ts'
import { deskQuery } from '#web/front/desk/desk-query.ts'

/** How often processing is looked at while something is under way. */
const lookMs = 2000

/** A page of the processing of uploaded films, or that of one video. */
export const filmJobsQuery = ({ page = 0, videoId }: { page?: number; videoId?: string } = {}) =>
  queryOptions({
    ...deskQuery(adminProcessingCalls.filmJobs, 'jobs[]', {
      query: { ...(page > 0 && { page: String(page) }), ...(videoId !== undefined && { videoId }) },
    }),
    refetchInterval: ({ state: { data } }) => (data?.jobs.some(isUnderWay) ? lookMs : false),
  })

/** Whether work on a film is still to come. */
export function isUnderWay({ state }: { readonly state: string }): boolean {
  return state === 'waiting' || state === 'running'
}
