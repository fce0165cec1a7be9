import { useRef, useState } from 'react'

/**
 * A choice that shows at once and is then what the server answered; one that it refused goes back to what is stored.
 * Choices made while one is on its way wait for it, and only the last of them is sent.
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
