import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { TranscriptHit } from '#contract/library/library.ts'
import { transcriptsQuery } from '#web/platform/site/queries.ts'

/** Pause in typing before the server is asked, in milliseconds. */
const restMs = 300
const none: readonly TranscriptHit[] = []

/** Returns matches in transcripts, best first; `waiting` until the server has answered. */
export function useSpoken(search: string): { hits: readonly TranscriptHit[]; waiting: boolean } {
  const text = search.trim().slice(0, 100)
  const asked = useRested(text)
  const enabled = text.length > 1 && asked === text
  const { data, isLoading } = useQuery({ ...transcriptsQuery(asked), enabled })
  return { hits: (enabled && data?.hits) || none, waiting: text.length > 1 && (!enabled || isLoading) }
}

/** Returns the text once it has not changed for a moment. */
function useRested(text: string): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(setRested, restMs, text)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}
