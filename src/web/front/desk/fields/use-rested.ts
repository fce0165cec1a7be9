import { useEffect, useState } from 'react'

/** Time after the last change, in milliseconds: the server draws or checks a draft. */
const restMs = 300

/** Returns a value that is being typed, once it rests. A text, or a value that stays the same one until it is changed. */
export function useRested<Value>(value: Value): Value {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(() => value), restMs)
    return () => clearTimeout(timer)
  }, [value])
  return rested
}
