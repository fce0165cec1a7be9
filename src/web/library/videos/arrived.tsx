import { useQuery } from '@tanstack/react-query'
import { m } from '#messages/generated/messages.js'
import { getLocale } from '#messages/generated/runtime.js'
import { arrivingVideosQuery } from '#web/platform/site/queries.ts'

/** How much of a library has arrived, while it is read in pieces. */
export function Arrived() {
  const { data } = useQuery(arrivingVideosQuery)
  return data
    ? m.videos_arrived({
        loaded: data.loaded.toLocaleString(getLocale()),
        total: data.total.toLocaleString(getLocale()),
      })
    : m.loading()
}
