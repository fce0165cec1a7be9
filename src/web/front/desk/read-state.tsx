import { m } from '#messages/generated/messages.js'
import { FailedRead } from '#web/platform/ui/failed-read.tsx'

type ReadStateProps = {
  readonly read: {
    readonly data: object | undefined
    readonly error: Error | null
    readonly isFetching: boolean
    readonly refetch: () => unknown
  }
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
