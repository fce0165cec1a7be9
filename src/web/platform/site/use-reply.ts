import { useCallback, useEffect, useState } from 'react'
import { CallProblem } from './api.ts'

/**
 * Returns the server's reply about a code in the URL, for pages without the query library; undefined until it arrives.
 * `again` repeats the call.
 * @param ask the same function at each render
 */
export function useReply<Body>(
  code: string,
  ask: (code: string) => Promise<{ body: Body } | CallProblem>,
): { reply: Body | CallProblem | undefined; again: () => void } {
  const [found, setFound] = useState<{ code: string; reply: Body | CallProblem }>()
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks again
  useEffect(() => {
    let gone = false
    ask(code).then((reply) => {
      if (!gone) setFound({ code, reply: reply instanceof CallProblem ? reply : reply.body })
    })
    return () => {
      gone = true
    }
  }, [ask, code, attempt])
  const again = useCallback(() => {
    setFound(undefined)
    setAttempt((former) => former + 1)
  }, [])
  return { reply: found?.code === code ? found.reply : undefined, again }
}
