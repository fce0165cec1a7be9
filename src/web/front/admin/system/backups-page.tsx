import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CallReply } from '#contract/call.ts'
import { adminBackupCalls } from '#contract/desk/backup-calls.ts'
import { m } from '#messages/generated/messages.js'
import { AdminPage } from '#web/front/desk/admin-page.tsx'
import { adminTime } from '#web/front/desk/admin-time.ts'
import { deskQuery } from '#web/front/desk/desk-query.ts'
import { actsColumn, type Column, DeskTable } from '#web/front/desk/desk-table.tsx'
import { Fact, Facts } from '#web/front/desk/facts.tsx'
import { Loaded } from '#web/front/desk/read-state.tsx'
import { useDeskChange } from '#web/front/desk/use-desk-change.ts'
import { call } from '#web/platform/site/api.ts'
import { firstFault, useCall } from '#web/platform/site/use-call.ts'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { Modal } from '#web/platform/ui/modal.tsx'
import { notify } from '#web/platform/ui/notifications-store.ts'
import { bytesText } from './bytes-text.ts'
import { ProofForm } from './proof-form.tsx'

/** The backups that are there; makes one, and downloads one. */
export function Component() {
  const read = useQuery(backupsQuery)
  return (
    <AdminPage title={m.backups_page()}>
      <Loaded read={read}>{(now) => <Backups now={now} />}</Loaded>
    </AdminPage>
  )
}

type BackupsNow = CallReply<typeof adminBackupCalls.backupsAtDesk>['body']
type Backup = BackupsNow['backups'][number]

const backupsQuery = queryOptions({
  ...deskQuery(adminBackupCalls.backupsAtDesk, 'backups[]'),
  // one that is being made is there some time later
  refetchInterval: ({ state }) => (state.data?.makingSince ? 5_000 : false),
})

function Backups({ now }: { now: BackupsNow }) {
  const { folder, backups, makingSince, problem, neededBytes, freeBytes } = now
  const [asked, setAsked] = useState<{ readonly act: 'download' | 'delete'; readonly file: string }>()
  const close = () => setAsked(undefined)
  const { busy, refusal, send, dialog } = useDeskChange(adminBackupCalls.makeBackup, {
    message: m.backups_make_prompt(),
    done: m.backups_ordered,
  })
  const fits = freeBytes >= neededBytes
  return (
    <>
      <section className="grid max-w-[65ch] justify-items-start gap-3">
        <p>{m.backups_hint()}</p>
        <p>{m.backups_secret_hint()}</p>
        {folder === null ? <p>{m.backups_not_in_demo()}</p> : null}
        <Facts>
          {folder === null ? null : <Fact name={m.backups_folder()}>{folder}</Fact>}
          <Fact name={m.backups_needed()}>{bytesText(neededBytes)}</Fact>
          <Fact name={m.backups_free()}>{bytesText(freeBytes)}</Fact>
        </Facts>
        {fits ? null : <Alert>{m.backups_no_space()}</Alert>}
        {problem === null ? null : <Alert>{m.backups_problem({ problem })}</Alert>}
        {makingSince === null ? null : (
          <p role="status">{m.backups_making({ since: adminTime(makingSince) })}</p>
        )}
        {refusal ? <Alert>{refusal}</Alert> : null}
        {folder === null ? null : (
          <Button
            variant="primary"
            busy={busy}
            disabled={!fits || makingSince !== null}
            onClick={() => send({})}
          >
            {m.backups_make()}
          </Button>
        )}
        {dialog}
      </section>
      {backups.length === 0 ? (
        <p>{m.backups_none()}</p>
      ) : (
        <DeskTable
          label={m.backups_page()}
          columns={columns(setAsked)}
          rows={backups}
          keyOf={({ file }) => file}
        />
      )}
      {asked?.act === 'download' ? <DownloadBackup file={asked.file} onClose={close} /> : null}
      {asked?.act === 'delete' ? <DeleteBackup file={asked.file} onClose={close} /> : null}
      <section aria-labelledby="restore" className="grid max-w-[65ch] gap-3">
        <h2 id="restore">{m.backups_restore()}</h2>
        <p>{m.backups_restore_hint()}</p>
        <pre className="wrap-anywhere whitespace-pre-line">npm run admin -- restore lectern-backup.tar</pre>
      </section>
    </>
  )
}

function columns(
  ask: (asked: { act: 'download' | 'delete'; file: string }) => void,
): readonly Column<Backup>[] {
  return [
    { title: m.backups_file(), of: ({ file }) => file },
    { title: m.backups_made_at(), look: 'digits', of: ({ madeAt }) => adminTime(madeAt) },
    { title: m.backups_size(), look: 'amount', of: ({ bytes }) => bytesText(bytes) },
    {
      title: m.backups_verified(),
      of: ({ verified }) => (verified ? m.backups_verified_yes() : m.backups_verified_no()),
    },
    actsColumn(({ file }) => (
      <span className="flex flex-wrap gap-2">
        <Button aria-label={m.backups_download_of({ file })} onClick={() => ask({ act: 'download', file })}>
          {m.backups_download()}
        </Button>
        <Button aria-label={m.backups_delete_of({ file })} onClick={() => ask({ act: 'delete', file })}>
          {m.backups_delete()}
        </Button>
      </span>
    )),
  ]
}

/** Asks for password and second factor, and then shows the address of a backup, which is good once. */
function DownloadBackup({ file, onClose }: { file: string; onClose: () => void }) {
  const [address, setAddress] = useState<string>()
  const { busy, refusal, send } = useCall(
    (body: { file: string; password: string; code: string }) => call(adminBackupCalls.askForBackup, { body }),
    { sentenceOf: firstFault, onDone: ({ body }) => setAddress(body.address) },
  )
  return (
    <Modal title={m.backups_download_of({ file })} onClose={onClose}>
      {address === undefined ? (
        <ProofForm
          hint={m.backups_download_hint()}
          submit={m.backups_ask()}
          busy={busy}
          refusal={refusal}
          onProof={(proof) => send({ file, ...proof })}
        />
      ) : (
        <div className="grid gap-5">
          <p>{m.backups_address_hint()}</p>
          <a href={address} download={file} className="link" onClick={onClose}>
            {m.backups_download_now()}
          </a>
        </div>
      )}
    </Modal>
  )
}

/** Deletes a backup after password and second factor. */
function DeleteBackup({ file, onClose }: { file: string; onClose: () => void }) {
  const client = useQueryClient()
  const { busy, refusal, send } = useCall(
    (body: { file: string; password: string; code: string }, { keyOf }) =>
      call(adminBackupCalls.deleteBackup, { body, idempotencyKey: keyOf(body) }),
    {
      sentenceOf: firstFault,
      onDone: async () => {
        notify(m.backups_deleted(), 'success')
        onClose()
        await client.invalidateQueries({ queryKey: ['admin'] })
      },
    },
  )
  return (
    <Modal title={m.backups_delete_of({ file })} onClose={onClose}>
      <ProofForm
        hint={m.backups_delete_hint()}
        submit={m.backups_delete()}
        danger
        busy={busy}
        refusal={refusal}
        onProof={(proof) => send({ file, ...proof })}
      />
    </Modal>
  )
}
