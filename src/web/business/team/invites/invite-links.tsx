import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Invite } from '#contract/team/team.ts'
import { teamCalls } from '#contract/team/team-calls.ts'
import { formatDay, localDay } from '#domain/dates.ts'
import { m } from '#messages/generated/messages.js'
import { getLocale } from '#messages/generated/runtime.js'
import { invitesQuery } from '#web/business/team/team-queries.ts'
import { TeamSection } from '#web/business/team/team-section.tsx'
import { useQuestion } from '#web/platform/layout/question.tsx'
import { call } from '#web/platform/site/api.ts'
import { Button } from '#web/platform/ui/button.tsx'
import { CopyButton } from '#web/platform/ui/copy-button.tsx'
import { FailedRead } from '#web/platform/ui/failed-read.tsx'
import { notify } from '#web/platform/ui/notifications-store.ts'
import { Skeleton } from '#web/platform/ui/skeleton.tsx'
import { InviteForm } from './invite-form.tsx'

/** The valid invite links of the account, and a form for a new one. */
export function InviteLinks() {
  const { data: invites, error, refetch, isFetching } = useQuery(invitesQuery)
  const client = useQueryClient()
  const [making, setMaking] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const change = (next: readonly Invite[]) =>
    client.setQueryData(invitesQuery.queryKey, { invites: [...next] })

  const close = () => {
    setMaking(false)
    button.current?.focus()
  }
  const made = (next: readonly Invite[]) => {
    change(next)
    notify(m.invite_made(), 'success')
    close()
  }
  const { revoke, question } = useRevoke((left) => {
    change(left)
    notify(m.invite_revoked(), 'success')
    // after the dialog has tried to restore the focus to a removed button
    setTimeout(() => {
      if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
    })
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
      {making ? <InviteForm onMade={made} onCancel={close} /> : null}
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
      {question}
    </TeamSection>
  )
}

/** Revokes a link after a confirmation. */
function useRevoke(onRevoked: (left: readonly Invite[]) => void) {
  const { ask, dialog } = useQuestion()
  const revoke = ({ id, url }: Invite) =>
    ask({
      title: m.invite_revoke_question(),
      ends: true,
      children: (
        <>
          <p className="num break-all">{url}</p>
          <p className="text-sm text-muted">{m.invite_revoke_text()}</p>
        </>
      ),
      yes: m.invite_revoke_yes(),
      no: m.invite_revoke_no(),
      make: () => call(teamCalls.revokeInvite, { params: { id } }),
      onDone: ({ body }) => onRevoked(body.invites),
    })
  return { revoke, question: dialog }
}

/** One invite link: its URL to copy, its domain, uses and end. */
function InviteRow({ invite, onRevoke }: { invite: Invite; onRevoke: () => void }) {
  const { url, domain, uses, maxUses, expiresAt } = invite
  const facts = [
    domain === null ? m.invite_any_domain() : m.invite_domain_only({ domain }),
    maxUses === null ? m.invite_uses({ uses }) : m.invite_uses_of({ uses, maxUses }),
    m.invite_until({ date: formatDay(localDay(new Date(expiresAt)), getLocale()) }),
  ]
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-5 py-3.5">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex items-center gap-1.5">
          <span className="num min-w-0 truncate select-all" title={url}>
            {url}
          </span>
          <CopyButton
            text={url}
            label={m.invite_copy()}
            copied={m.invite_copied()}
            failed={m.invite_not_copied()}
          />
        </p>
        <p className="mt-0.5 text-[0.8125rem] text-muted">{facts.join(' · ')}</p>
      </div>
      <Button onClick={onRevoke}>
        {m.invite_revoke()}
        <span className="sr-only">{url}</span>
      </Button>
    </li>
  )
}
