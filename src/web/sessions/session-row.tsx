import type { OwnSession } from '#contract/accounts/credentials.ts'
import { browserNameOf } from '#domain/accounts/browser-name.ts'
import { m } from '#messages/generated/messages.js'
import { Button } from '#web/ui/button.tsx'
import { momentText } from '#web/ui/moment-text.ts'

/** One sign-in, in plain words; without an end where it is the one that looks at it. */
export function SessionRow({
  session: { current, createdAt, lastSeenAt, userAgent, network },
  busy,
  onEnd,
}: {
  session: OwnSession
  busy: boolean
  onEnd: (() => void) | undefined
}) {
  const browser = browserWords(userAgent)
  const since = momentText(new Date(createdAt))
  const facts = [
    m.sessions_since({ time: since }),
    ...(current ? [] : [m.sessions_last_used({ time: momentText(new Date(lastSeenAt)) })]),
    ...(network === null ? [] : [m.sessions_network({ network })]),
  ]
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-medium">
          {browser}
          {current ? (
            <span className="ml-2 text-sm font-normal text-accent">{m.sessions_current()}</span>
          ) : null}
        </p>
        <p className="text-sm text-muted">{facts.join(' · ')}</p>
      </div>
      {onEnd ? (
        <Button busy={busy} aria-label={m.sessions_end_of({ browser, time: since })} onClick={onEnd}>
          {m.sessions_end()}
        </Button>
      ) : null}
    </li>
  )
}

function browserWords(userAgent: string | null): string {
  const named = browserNameOf(userAgent)
  if (!named) return m.sessions_unknown()
  const { browser, system } = named
  return system === undefined ? browser : m.sessions_browser({ browser, system })
}
