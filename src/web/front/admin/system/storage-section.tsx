import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { CallReply } from '#contract/call.ts'
import { adminBackupCalls, type StorageKind } from '#contract/desk/backup-calls.ts'
import { deskHref } from '#contract/desk/desk-pages.ts'
import { m } from '#messages/generated/messages.js'
import { deskQuery } from '#web/front/desk/desk-query.ts'
import { type Column, DeskTable } from '#web/front/desk/desk-table.tsx'
import { Loaded } from '#web/front/desk/read-state.tsx'
import { Link } from '#web/platform/ui/link.tsx'
import { bytesText } from './bytes-text.ts'

type Used = CallReply<typeof adminBackupCalls.storageAtDesk>['body']['kinds'][number]

const storageQuery = queryOptions({
  ...deskQuery(adminBackupCalls.storageAtDesk, 'kinds[]'),
  staleTime: 60_000,
})

/** What takes the space on the disk, and what of it could go. */
export function StorageSection() {
  const read = useQuery(storageQuery)
  return (
    <section aria-labelledby="storage" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 id="storage">{m.storage()}</h2>
      <Loaded read={read}>
        {(data) => (
          <>
            <p className="max-w-[65ch]">{m.storage_free({ size: bytesText(data.freeBytes) })}</p>
            <DeskTable label={m.storage()} columns={columns()} rows={data.kinds} keyOf={({ kind }) => kind} />
          </>
        )}
      </Loaded>
    </section>
  )
}

const kinds: Readonly<Record<StorageKind, { name: () => string; goes: () => ReactNode }>> = {
  films: { name: m.storage_films, goes: m.storage_stays },
  posters: { name: m.storage_posters, goes: m.storage_stays },
  captions: { name: m.storage_captions, goes: m.storage_stays },
  avatars: { name: m.storage_avatars, goes: m.storage_stays },
  trash: {
    name: m.storage_trash,
    goes: () => (
      <Link to={deskHref('adminLibrary', {}, { state: 'trash' })} className="link">
        {m.storage_trash_goes()}
      </Link>
    ),
  },
  versions: { name: m.storage_versions, goes: m.storage_versions_go },
  unused: { name: m.storage_unused, goes: m.storage_unused_goes },
  originals: { name: m.storage_originals, goes: m.storage_originals_go },
  uploads: { name: m.storage_uploads, goes: m.storage_uploads_go },
  backups: {
    name: m.storage_backups,
    goes: () => (
      <Link to={deskHref('adminBackups')} className="link">
        {m.storage_backups_go()}
      </Link>
    ),
  },
  database: { name: m.storage_database, goes: m.storage_stays },
  code: { name: m.storage_code, goes: m.storage_stays },
}

function columns(): readonly Column<Used>[] {
  return [
    { title: m.storage_kind(), of: ({ kind }) => kinds[kind].name() },
    { title: m.storage_size(), look: 'amount', of: ({ bytes }) => bytesText(bytes) },
    { title: m.storage_files(), look: 'amount', of: ({ files }) => (files === 0 ? '–' : files) },
    { title: m.storage_goes(), look: 'long', of: ({ kind }) => kinds[kind].goes() },
  ]
}
