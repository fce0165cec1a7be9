import { useQuery } from '@tanstack/react-query'
import { sessionCalls } from '#contract/accounts/session-calls.ts'
import { m } from '#messages/generated/messages.js'
import { CallProblem, call } from '#web/platform/site/api.ts'
import { renewSession } from '#web/platform/site/site.ts'
import { useCall } from '#web/platform/site/use-call.ts'
import { Button } from '#web/platform/ui/button.tsx'
import { CopyButton } from '#web/platform/ui/copy-button.tsx'
import { notify } from '#web/platform/ui/notifications-store.ts'
import { Skeleton } from '#web/platform/ui/skeleton.tsx'
import { demoLoginsQuery } from './demo-queries.ts'
import { Panel } from './panel.tsx'

type DemoLogin = { role: 'admin' | 'owner' | 'viewer' | 'expired'; email: string; password: string }

const roles = {
  admin: { name: m.demo_role_admin, hint: m.demo_role_admin_hint },
  owner: { name: m.demo_role_owner, hint: m.demo_role_owner_hint },
  viewer: { name: m.demo_role_viewer, hint: m.demo_role_viewer_hint },
  expired: { name: m.demo_role_expired, hint: m.demo_role_expired_hint },
}

/** The users of the demo, each with a one-click login. */
export function DemoLogins() {
  const { data: logins = awaited } = useQuery(demoLoginsQuery)
  return (
    <Panel title={m.demo_logins()} lead={m.demo_logins_lead()}>
      <ul>
        {logins.map((login) => (
          <Login key={login.role} login={login} />
        ))}
      </ul>
    </Panel>
  )
}

/** One per role until the users are loaded, so that nothing below moves. */
const awaited = (['admin', 'owner', 'viewer', 'expired'] as const).map((role) => ({
  role,
  email: '',
  password: '',
}))

function Login({ login: { role, email, password } }: { login: DemoLogin }) {
  const { name, hint } = roles[role]
  const { busy, send } = useCall(() => call(sessionCalls.login, { body: { email, password } }), {
    onDone: async () => {
      const session = await renewSession()
      if (session instanceof CallProblem) notify(session.detail, 'error')
      else if (session.authenticated) notify(m.demo_signed_in({ name: session.user.name }), 'success')
    },
    onRefused: ({ detail }) => notify(detail, 'error'),
  })

  return (
    <li className="border-t border-line px-5 py-3">
      <div className="flex items-center justify-between gap-3">
        <p className="min-w-0 text-sm">
          <span className="font-medium">{name()}</span>{' '}
          <span className="text-[0.8125rem] text-muted">{hint()}</span>
        </p>
        <Button
          onClick={() => send()}
          busy={busy}
          disabled={email === ''}
          aria-label={m.demo_sign_in_as({ role: name() })}
        >
          {m.demo_sign_in()}
        </Button>
      </div>
      <div className="mt-1 flex flex-wrap gap-x-3">
        <Secret text={email} label={m.demo_copy_email()} />
        <Secret text={password} label={m.demo_copy_password()} />
      </div>
    </li>
  )
}

function Secret({ text, label }: { text: string; label: string }) {
  if (text === '') return <Skeleton className="my-1 h-5 w-40" />
  return (
    <span className="flex min-w-0 items-center gap-0.5">
      <span className="num truncate text-muted">{text}</span>
      <CopyButton text={text} label={label} copied={m.demo_copied()} failed={m.demo_not_copied()} />
    </span>
  )
}
