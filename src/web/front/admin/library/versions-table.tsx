import { m } from '#messages/generated/messages.js'
import { adminTime } from '#web/front/desk/admin-time.ts'
import { DeskTable } from '#web/front/desk/desk-table.tsx'
import { usePages } from '#web/platform/layout/table-pages.tsx'
import { Button } from '#web/platform/ui/button.tsx'

type KeptVersion = {
  readonly version: number
  readonly savedAt: string | null
  readonly savedBy: 'folder' | 'desk'
}

/** The earlier versions of something, with who saved them and when, each to be restored as a new one. */
export function VersionsTable<Version extends KeptVersion>({
  kept,
  nameOf,
  busy,
  onRestore,
}: {
  kept: readonly Version[]
  nameOf: (version: Version) => string
  busy: boolean
  onRestore: (version: Version) => void
}) {
  const { shown, pages } = usePages(kept, m.library_versions_kept())
  return (
    <>
      <DeskTable
        label={m.library_versions_kept()}
        columns={[
          { title: m.library_version(), of: (one) => <span className="num">{one.version}</span> },
          {
            title: m.library_changed(),
            look: 'digits',
            of: ({ savedAt }) => (savedAt === null ? '–' : adminTime(savedAt)),
          },
          {
            title: m.library_changed_by(),
            of: ({ savedBy }) => (savedBy === 'desk' ? m.library_by_desk() : m.library_by_folder()),
          },
          { title: m.library_title(), look: 'long', of: nameOf },
          {
            title: m.library_restore(),
            titleHidden: true,
            of: (one) => (
              <Button busy={busy} onClick={() => onRestore(one)}>
                {m.library_restore()}
              </Button>
            ),
          },
        ]}
        rows={shown}
        keyOf={(one) => String(one.version)}
      />
      {pages}
    </>
  )
}
