import { useCallback, useEffect, useState } from 'react'

/** How long a hint stays, in milliseconds. */
const shownMs = 900

/** A word that shows for a moment over the film. */
export function useHint(): [hint: string | undefined, show: (hint: string | undefined) => void] {
  const [hint, setHint] = useState<{ readonly text: string }>()
  useEffect(() => {
    if (!hint) return
    const timer = setTimeout(setHint, shownMs, undefined)
    return () => clearTimeout(timer)
  }, [hint])
  const show = useCallback(
    (text: string | undefined) => setHint(text === undefined ? undefined : { text }),
    [],
  )
  return [hint?.text, show]
}
