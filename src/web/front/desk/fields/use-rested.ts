import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Call } from '#contract/call.ts'
import { type deskQuery, deskTableQuery } from '#web/front/desk/desk-query.ts'
import type { CallArguments } from '#web/platform/site/api.ts'

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

/** Asks the server about a draft each time that typing rests; its last reply stays meanwhile. */
export function useDeskDraft<C extends Call>(
  call: C,
  field: NonNullable<Parameters<typeof deskQuery<C>>[1]>,
  request: CallArguments<C>[0],
  enabled = true,
) {
  const asked = useRested(JSON.stringify(request))
  const query = deskTableQuery<C>(call, field, ...([JSON.parse(asked)] as unknown as CallArguments<C>))
  return useQuery({ ...query, staleTime: 30_000, enabled })
}
