import type { Video } from '#contract/library/library.ts'
import { minutesAndSeconds } from '#domain/durations.ts'
import { m } from '#messages/generated/messages.js'
import { shownTotalDuration } from '#web/library/shown.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** How much there is, counted from the library itself. */
export function LandingFacts({ videos }: { videos: readonly Video[] | undefined }) {
  if (videos?.length === 0) return null
  const total = videos?.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0) ?? 0
  const facts = [
    { name: m.landing_fact_videos(), value: videos && String(videos.length) },
    { name: m.landing_fact_time(), value: videos && shownTotalDuration(total) },
    { name: m.landing_fact_length(), value: videos && minutesAndSeconds(total / videos.length) },
  ]
  return (
    <dl className="mt-12 grid max-w-[34rem] grid-cols-3 border-y border-line">
      {facts.map(({ name, value }) => (
        <div
          key={name}
          className="flex flex-col-reverse border-line py-4 pr-3 not-first:border-l not-first:pl-4"
        >
          <dt className="caption">{name}</dt>
          <dd className="font-mono text-lg leading-tight font-medium tracking-[-0.03em] whitespace-nowrap tabular-nums sm:text-[1.375rem]">
            {value ?? <Skeleton className="my-0.5 h-6 w-16" />}
          </dd>
        </div>
      ))}
    </dl>
  )
}
