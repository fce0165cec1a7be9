import type { ReactNode } from 'react'
import { m } from '#messages/generated/messages.js'
import { FailedRead } from '#web/platform/ui/failed-read.tsx'

type Read<Data> = {
  readonly data: Data | undefined
  readonly error: Error | null
  readonly isFetching: boolean
  readonly refetch: () => unknown
}

type ReadStateProps = {
  readonly read: Read<object>
  /** For data with a `count` of 0. */
  readonly none?: string
}

/** What a page shows of a read without data or rows: that it loads, why it failed, or the sentence `none`. */
export function ReadState({ read: { data, error, isFetching, refetch }, none }: ReadStateProps) {
  if (error && !data) return <FailedRead error={error} busy={isFetching} again={() => refetch()} />
  if (!data)
    return (
      <p role="status" className="text-muted">
        {m.admin_loading()}
      </p>
    )
  return none && 'count' in data && data.count === 0 ? <p className="text-muted">{none}</p> : null
}

type LoadedProps<Data> = {
  readonly read: Read<Data>
  readonly children: (data: Data) => ReactNode
}

/** Shows the data of a read; while it loads, and after its last attempt failed, what `ReadState` says of it. */
export function Loaded<Data extends object>({ read, children }: LoadedProps<Data>) {
  const { data, error, isFetching, refetch } = read
  if (data && !error) return children(data)
  return <ReadState read={{ data: undefined, error, isFetching, refetch }} />
}
