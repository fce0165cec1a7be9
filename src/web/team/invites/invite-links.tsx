import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Invite } from '#contract/team/team.ts'
import { teamCalls } from '#contract/team/team-calls.ts'
import { m } from '#messages/generated/messages.js'
import { useQuestion } from '#web/layout/question.tsx'
import { call } from '#web/site/api.ts'
import { invitesQuery } from '#web/team/team-queries.ts'
import { TeamSection } from '#web/team/team-section.tsx'
import { Button } from '#web/ui/button.tsx'
import { FailedRead } from '#web/ui/failed-read.tsx'
import { notify } from '#web/ui/notifications-store.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { InviteForm } from './invite-form.tsx'
import { InviteRow } from './invite-row.tsx'

/** The links by which people join the account themselves: those that work, and a form to make one. */
export function InviteLinks() {
  const { data: invites, error, refetch, isFetching } = useQuery(invitesQuery)
  const client = useQueryClient()
  const [making, setMaking] = useState(false)
  const { ask, dialog } = useQuestion()
  const button = useRef<HTMLButtonElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const change = (next: readonly Invite[]) =>
    client.setQueryData(invitesQuery.queryKey, { invites: [...next] })

  const made = (next: readonly Invite[]) => {
    change(next)
    setMaking(false)
    notify(m.invite_made(), 'success')
    button.current?.focus()
  }
  const showRevoked = (next: readonly Invite[]) => {
    change(next)
    notify(m.invite_revoked(), 'success')
    // once the dialog has given the focus back to a button that is gone
    setTimeout(() => {
      if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
    })
  }
  const revoke = ({ id, url }: Invite) =>
    ask({
      title: m.invite_revoke_question(),
      children: (
        <>
          <p className="num break-all">{url}</p>
          <p className="text-sm text-muted">{m.invite_revoke_text()}</p>
        </>
      ),
      yes: m.invite_revoke_yes(),
      no: m.invite_revoke_no(),
      make: () => call(teamCalls.revokeInvite, { params: { id } }),
      onDone: ({ body }) => showRevoked(body.invites),
    })

  return (
    <TeamSection
      title={m.invites_title()}
      lead={m.invites_lead()}
      heading={heading}
      action={
        <Button ref={button} aria-expanded={making} onClick={() => setMaking(!making)}>
          {m.invite_add()}
        </Button>
      }
    >
      {making ? <InviteForm onMade={made} /> : null}
      {error && !invites ? <FailedRead error={error} busy={isFetching} again={() => refetch()} /> : null}
      {!error && !invites ? <Skeleton className="h-16" /> : null}
      {invites?.length === 0 ? (
        <p className="rounded-card border border-line border-dashed px-5 py-6 text-center text-sm text-muted">
          {m.invites_none()}
        </p>
      ) : null}
      {invites && invites.length > 0 ? (
        <ul aria-label={m.invites_list()} className="card divide-y divide-line">
          {invites.map((invite) => (
            <InviteRow key={invite.id} invite={invite} onRevoke={() => revoke(invite)} />
          ))}
        </ul>
      ) : null}
      {dialog}
    </TeamSection>
  )
}
