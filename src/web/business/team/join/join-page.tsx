import { useState } from 'react'
import { sessionCalls } from '#contract/accounts/session-calls.ts'
import { href } from '#contract/pages.ts'
import { teamCalls } from '#contract/team/team-calls.ts'
import { m } from '#messages/generated/messages.js'
import { ConfirmationSent } from '#web/identity/accounts/confirmation-sent.tsx'
import { forgetLink, linkPart, useInviteCode } from '#web/identity/accounts/link-secret.ts'
import { NarrowPage } from '#web/platform/layout/narrow-page.tsx'
import { UnknownSession } from '#web/platform/layout/unknown-session.tsx'
import { CallProblem, call } from '#web/platform/site/api.ts'
import { useParams } from '#web/platform/site/router.tsx'
import { renewSession, useSession } from '#web/platform/site/site.ts'
import { forgetPerson } from '#web/platform/site/tab-drafts.ts'
import { useCall } from '#web/platform/site/use-call.ts'
import { useReply } from '#web/platform/site/use-reply.ts'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button, buttonClass } from '#web/platform/ui/button.tsx'
import { FailedRead } from '#web/platform/ui/failed-read.tsx'
import { Link } from '#web/platform/ui/link.tsx'
import { Spinner } from '#web/platform/ui/spinner.tsx'
import { JoinForm, type Typed } from './join-form.tsx'

/** The page of an invite link: the inviting account, a form, and then a request to confirm the address. */
export function Component() {
  const code = useInviteCode(useParams().code ?? '')
  const session = useSession()
  const { reply: invitation, again } = useReply(code, invitationOf)
  const [sentTo, setSentTo] = useState<string>()
  const [typed, setTyped] = useState<Typed>()

  const onJoined = (email: string, entered: Typed) => {
    forgetLink()
    setTyped(entered)
    setSentTo(email)
  }
  if (sentTo !== undefined)
    return (
      <ConfirmationSent email={sentTo} page={m.join_page()} onWrongAddress={() => setSentTo(undefined)} />
    )
  if (invitation === undefined) return <Spinner />
  if (invitation instanceof CallProblem) return <NoInvitation problem={invitation} again={again} />
  if (session === undefined) return <UnknownSession />
  const { accountName: account, domain, seatLeft } = invitation
  if (session.authenticated) return <SignedIn account={account} email={session.user.email} />
  if (!seatLeft)
    return (
      <NarrowPage page={m.join_page()} title={m.join_full_title()}>
        <p className="mt-4 text-muted">{m.join_full({ account })}</p>
      </NarrowPage>
    )
  return (
    <NarrowPage page={m.join_page()} title={m.join_title({ account })}>
      <p className="mt-2 text-muted">{m.join_lead({ account })}</p>
      <JoinForm code={code} domain={domain} typed={typed} onJoined={onJoined} />
      <p className="mt-8 border-t border-line pt-5 text-sm text-muted">
        {m.register_login_question()}{' '}
        <Link to={href('login')} className="link">
          {m.register_login_link()}
        </Link>
      </p>
    </NarrowPage>
  )
}

function invitationOf(code: string) {
  return call(teamCalls.invitation, { params: { id: code } })
}

function NoInvitation({ problem, again }: { problem: CallProblem; again: () => void }) {
  if (problem.code === 'not-found')
    return (
      <NarrowPage page={m.join_page()} title={m.join_gone_title()}>
        <p className="mt-4 text-muted">{m.join_gone()}</p>
      </NarrowPage>
    )
  return (
    <NarrowPage page={m.join_page()} title={m.join_page()}>
      <div className="mt-6">
        <FailedRead error={problem} again={again} />
      </div>
    </NarrowPage>
  )
}

function SignedIn({ account, email }: { account: string; email: string }) {
  const { busy, refusal, send } = useCall(() => call(sessionCalls.logout), {
    onDone: async () => {
      await renewSession()
      forgetPerson(linkPart)
    },
  })
  return (
    <NarrowPage page={m.join_page()} title={m.join_signed_in_title()}>
      <p className="mt-4 text-muted">{m.join_signed_in({ email, account })}</p>
      <div className="mt-6 grid gap-5">
        {refusal ? <Alert>{refusal}</Alert> : null}
        <div className="flex flex-wrap gap-3">
          <Link to={href('content')} className={buttonClass({ variant: 'primary' })}>
            {m.join_content()}
          </Link>
          <Button busy={busy} onClick={() => send()}>
            {m.join_logout()}
          </Button>
        </div>
      </div>
    </NarrowPage>
  )
}
