import type { Invite } from '#contract/team/team.ts'
import { formatDay, localDay } from '#domain/dates.ts'
import { m } from '#messages/generated/messages.js'
import { getLocale } from '#messages/generated/runtime.js'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'

/** One invite link: its address to copy, whom it is for, how often it was used, and until when it works. */
export function InviteRow({ invite, onRevoke }: { invite: Invite; onRevoke: () => void }) {
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
