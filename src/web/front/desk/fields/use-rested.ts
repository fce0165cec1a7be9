import { useEffect, useState } from 'react'

/** Time after the last change, in milliseconds. */
const restMs = 300

/** Returns a text that is being typed, once it rests. */
export function useRested(text: string): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(setRested, restMs, text)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}
