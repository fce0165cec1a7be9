import { useRef, useState } from 'react'

/**
 * Shows a choice at once, then the server's reply; a refusal restores the stored value. Choices made during a request
 * are queued; only the last is sent.
 */
export function useSaved<Value>(
  stored: Value,
  save: (wanted: Value) => Promise<unknown>,
): [Value, (wanted: Value) => void] {
  const [shown, setShown] = useState<{ value: Value }>()
  const waiting = useRef<{ value: Value }>(undefined)
  const underWay = useRef(false)
  const choose = async (value: Value) => {
    waiting.current = { value }
    setShown({ value })
    if (underWay.current) return
    underWay.current = true
    while (waiting.current) {
      const next = waiting.current
      waiting.current = undefined
      await save(next.value)
    }
    underWay.current = false
    setShown(undefined)
  }
  return [shown ? shown.value : stored, choose]
}
