import { useQuery } from '@tanstack/react-query'
import { m } from '#messages/generated/messages.js'
import { filmJobsQuery } from './upload-queries.ts'

/** Where the server has no ffmpeg: which files it takes, and what to install for the others. */
export function NoFfmpeg() {
  const { data } = useQuery(filmJobsQuery())
  if (!data?.isFfmpegMissing) return null
  return <p className="rounded-control bg-raised px-3 py-2.5 text-sm">{m.upload_no_ffmpeg()}</p>
}
