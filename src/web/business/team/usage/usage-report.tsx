import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { teamCalls } from '#contract/team/team-calls.ts'
import { m } from '#messages/generated/messages.js'
import { usageQuery } from '#web/business/team/team-queries.ts'
import { TeamSection } from '#web/business/team/team-section.tsx'
import { buttonClass } from '#web/platform/ui/button.tsx'
import { FailedRead } from '#web/platform/ui/failed-read.tsx'
import { Skeleton } from '#web/platform/ui/skeleton.tsx'
import { UsageTable } from './usage-table.tsx'

/** Last visits and watched time of the account's users, on screen and as a file. */
export function UsageReport() {
  const { data: report, error, refetch, isFetching } = useQuery(usageQuery)
  return (
    <TeamSection
      title={m.usage_title()}
      lead={m.usage_lead()}
      action={
        // the server sends an attachment; the router must not handle it
        <a href={teamCalls.usageCsv.path} download className={buttonClass()}>
          <Download className="size-4" aria-hidden />
          {m.usage_download()}
        </a>
      }
    >
      {error && !report ? <FailedRead error={error} busy={isFetching} again={() => refetch()} /> : null}
      {!error && !report ? <Skeleton className="h-40" /> : null}
      {report ? <UsageTable report={report} /> : null}
    </TeamSection>
  )
}
