import { useId } from 'react'
import { adminPeopleCalls } from '#contract/desk/people-calls.ts'
import type { PersonLogin } from '#contract/desk/person.ts'
import { m } from '#messages/generated/messages.js'
import { adminTime } from '#web/front/desk/admin-time.ts'
import { useDeskRead } from '#web/front/desk/desk-query.ts'
import { type Column, DeskTable } from '#web/front/desk/desk-table.tsx'
import { Fact, Facts } from '#web/front/desk/facts.tsx'
import { ReadState } from '#web/front/desk/read-state.tsx'
import { useDeskChange } from '#web/front/desk/use-desk-change.ts'
import { browserWords } from '#web/identity/sessions/browser-words.ts'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'

/**
 * How somebody logs in: passwords, second factors, sessions, and a lock after wrong passwords.
 * @param id of an account, whose owner is meant, or of a contact
 * @param own it is the admin's own account, which is only shown
 */
export function LoginState({ id, own }: { id: string; own: boolean }) {
  const heading = useId()
  const read = useDeskRead(adminPeopleCalls.personLogin, 'sessions[]', { params: { id } })
  return (
    <section aria-labelledby={heading} className="grid grid-cols-[minmax(0,1fr)] content-start gap-3">
      <h2 id={heading}>{m.login_state()}</h2>
      <ReadState read={read} />
      {read.data ? <Login id={id} own={own} login={read.data} /> : null}
    </section>
  )
}

function Login({ id, own, login }: { id: string; own: boolean; login: PersonLogin }) {
  const release = useDeskChange(adminPeopleCalls.releaseLogin, {
    message: m.login_release_prompt(),
    done: m.login_released,
  })
  const end = useDeskChange(adminPeopleCalls.endUserSession, {
    message: m.login_session_end_prompt(),
    done: m.login_session_ended,
  })
  return (
    <>
      <Facts>
        <Fact name={m.login_password()}>{passwordText(login)}</Fact>
        <Fact name={m.login_factor()}>{factorText(login)}</Fact>
        <Fact name={m.login_lock()}>
          {login.lockedSeconds > 0
            ? m.login_locked({ minutes: Math.ceil(login.lockedSeconds / 60) })
            : m.login_lock_none()}
        </Fact>
        {login.undeliverable.length > 0 ? (
          <Fact name={m.login_undeliverable()}>{login.undeliverable.join(', ')}</Fact>
        ) : null}
      </Facts>
      {own ? null : (
        <div className="grid justify-items-start gap-2">
          <p className="max-w-[65ch] text-sm text-muted">{m.login_release_hint()}</p>
          <Button busy={release.busy} onClick={() => release.send({ id })}>
            {m.login_release()}
          </Button>
          {release.refusal ? <Alert>{release.refusal}</Alert> : null}
        </div>
      )}
      <h3>{m.login_sessions()}</h3>
      {end.refusal ? <Alert>{end.refusal}</Alert> : null}
      {login.sessions.length === 0 ? (
        <p className="text-muted">{m.login_sessions_none()}</p>
      ) : (
        <DeskTable
          label={m.login_sessions()}
          columns={columns(own ? undefined : (sessionId) => end.send({ id, sessionId }), end.busy)}
          rows={login.sessions}
          keyOf={(session) => session.id}
        />
      )}
      {release.dialog}
      {end.dialog}
    </>
  )
}

function passwordText({ password, temporaryPasswordUntil: until }: PersonLogin): string {
  const usual = password ? m.login_password_set() : m.login_password_none()
  return until === null ? usual : `${usual}, ${m.login_temporary_until({ time: adminTime(until) })}`
}

function factorText({ authenticatorApp, passkeys, recoveryCodes }: PersonLogin): string {
  if (!authenticatorApp && passkeys === 0) return m.login_factor_none()
  return [
    ...(authenticatorApp ? [m.login_factor_app()] : []),
    ...(passkeys > 0 ? [m.login_factor_passkeys({ count: passkeys })] : []),
    m.login_factor_codes({ count: recoveryCodes }),
  ].join(', ')
}

type Session = PersonLogin['sessions'][number]

function columns(
  end: ((sessionId: string) => unknown) | undefined,
  busy: boolean,
): readonly Column<Session>[] {
  const nameOf = ({ userAgent }: Session) => browserWords(userAgent)
  return [
    { title: m.login_session_browser(), of: nameOf },
    { title: m.login_session_since(), look: 'digits', of: ({ createdAt }) => adminTime(createdAt) },
    { title: m.login_session_used(), look: 'digits', of: ({ lastSeenAt }) => adminTime(lastSeenAt) },
    { title: m.login_session_network(), look: 'digits', of: ({ network }) => network },
    ...(end
      ? [
          {
            title: m.history_acts(),
            titleHidden: true,
            of: (session: Session) => (
              <Button
                busy={busy}
                aria-label={m.login_session_end_of({ browser: nameOf(session) })}
                onClick={() => end(session.id)}
              >
                {m.login_session_end()}
              </Button>
            ),
          },
        ]
      : []),
  ]
}
