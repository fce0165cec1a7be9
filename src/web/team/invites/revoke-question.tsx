import { useRef, useState } from 'react'
import type { Invite } from '#contract/team/team.ts'
import { teamCalls } from '#contract/team/team-calls.ts'
import { m } from '#messages/generated/messages.js'
import { CallProblem, call } from '#web/site/api.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/modal.tsx'

/** Asks whether a link is really to be revoked; shown while there is one. A refusal keeps it open. */
export function RevokeQuestion({
  invite,
  onRevoked,
  onClose,
}: {
  invite: Invite | undefined
  /** With the links that still work. */
  onRevoked: (invites: readonly Invite[]) => void
  onClose: () => void
}) {
  const no = useRef<HTMLButtonElement>(null)
  return (
    <Modal title={m.invite_revoke_question()} onClose={onClose} initialFocus={no}>
      {invite ? (
        <Question key={invite.id} invite={invite} onRevoked={onRevoked} onClose={onClose} no={no} />
      ) : null}
    </Modal>
  )
}

function Question({
  invite,
  onRevoked,
  onClose,
  no,
}: {
  invite: Invite
  onRevoked: (invites: readonly Invite[]) => void
  onClose: () => void
  no: React.RefObject<HTMLButtonElement | null>
}) {
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const revoke = async () => {
    setBusy(true)
    setRefusal(undefined)
    const reply = await call(teamCalls.revokeInvite, { params: { id: invite.id } })
    if (!(reply instanceof CallProblem)) return onRevoked(reply.body.invites)
    setBusy(false)
    setRefusal(reply.detail)
  }
  return (
    <div className="grid gap-5">
      <p className="num break-all">{invite.url}</p>
      <p className="text-sm text-muted">{m.invite_revoke_text()}</p>
      {refusal ? <Alert>{refusal}</Alert> : null}
      <div className="flex justify-end gap-3">
        <Button ref={no} onClick={onClose}>
          {m.invite_revoke_no()}
        </Button>
        <Button variant="primary" busy={busy} onClick={revoke}>
          {m.invite_revoke_yes()}
        </Button>
      </div>
    </div>
  )
}
