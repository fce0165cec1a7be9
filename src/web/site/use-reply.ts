import { useCallback, useEffect, useState } from 'react'
import { CallProblem } from './api.ts'

/**
 * What the server says of a code in the address, for pages that are spared the code of queries; undefined while that is not
 * known. `again` asks anew.
 * @param ask the same function at each drawing
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
