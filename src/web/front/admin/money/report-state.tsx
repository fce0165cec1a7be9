import { m } from '#messages/generated/messages.js'
import { FailedRead } from '#web/platform/ui/failed-read.tsx'

/** What a report shows before its rows are there: that it loads, why it failed, or that it is empty. */
export function ReportState({
  read: { data, error, isFetching, refetch },
  none,
}: {
  readonly read: {
    readonly data: { readonly count: number } | undefined
    readonly error: Error | null
    readonly isFetching: boolean
    readonly refetch: () => unknown
  }
  readonly none: string
}) {
  if (error && !data) return <FailedRead error={error} busy={isFetching} again={() => refetch()} />
  if (!data)
    return (
      <p role="status" className="text-muted">
        {m.admin_loading()}
      </p>
    )
  return data.count === 0 ? <p className="text-muted">{none}</p> : null
}
