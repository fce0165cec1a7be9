import type { CallReply } from '#contract/call.ts'
import { adminSystemCalls } from '#contract/desk/system-calls.ts'
import { m } from '#messages/generated/messages.js'
import { AdminPage } from '#web/front/desk/admin-page.tsx'
import { useDeskRead } from '#web/front/desk/desk-query.ts'
import { Fact, Facts } from '#web/front/desk/facts.tsx'
import { Loaded } from '#web/front/desk/read-state.tsx'
import { SessionsSection } from '#web/identity/sessions/sessions-section.tsx'
import { Alert } from '#web/platform/ui/alert.tsx'
import { StorageSection } from './storage-section.tsx'
import { SystemWork } from './system-work.tsx'

type SystemAtDesk = CallReply<typeof adminSystemCalls.systemAtDesk>['body']

/** Whether the site is well, what it does by itself, where the admin is logged in, and which versions it runs. */
export function Component() {
  const read = useDeskRead(adminSystemCalls.systemAtDesk, 'steps[]')
  return (
    <AdminPage title={m.system_page()}>
      <Loaded read={read}>
        {(data) => (
          <>
            <Health health={data.health} />
            <SystemWork steps={data.steps} jobs={data.jobs} />
            <StorageSection />
            <SessionsSection />
            <Versions versions={data.versions} />
          </>
        )}
      </Loaded>
    </AdminPage>
  )
}

function Health({ health: { status, reasons = [] } }: Pick<SystemAtDesk, 'health'>) {
  return (
    <section aria-labelledby="health" className="grid max-w-[65ch] gap-3">
      <h2 id="health">{m.system_health()}</h2>
      {status === 'ok' ? <p>{m.system_ok()}</p> : null}
      {status === 'degraded' ? <Alert>{m.system_degraded()}</Alert> : null}
      {status === 'failing' ? <Alert>{m.system_failing()}</Alert> : null}
      {reasons.length > 0 ? (
        // they are written for the log and monitoring, too
        <ul lang="en" className="grid gap-1 wrap-anywhere">
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      ) : null}
    </section>
  )
}

function Versions({
  versions: { lectern, node, database, ffmpeg, convertedElsewhere },
}: Pick<SystemAtDesk, 'versions'>) {
  return (
    <section aria-labelledby="versions" className="grid max-w-[65ch] gap-3">
      <h2 id="versions">{m.system_versions()}</h2>
      <Facts>
        <Fact name="Lectern">{lectern}</Fact>
        <Fact name="Node">{node}</Fact>
        <Fact name={database.kind === 'embedded' ? m.system_embedded() : 'PostgreSQL'}>
          {database.version}
        </Fact>
        <Fact name="ffmpeg">
          {convertedElsewhere ? m.system_ffmpeg_elsewhere() : (ffmpeg ?? m.system_no_ffmpeg())}
        </Fact>
      </Facts>
    </section>
  )
}
