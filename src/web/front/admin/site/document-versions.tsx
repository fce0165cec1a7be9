import { m } from '#messages/generated/messages.js'
import { adminTime } from '#web/front/desk/admin-time.ts'
import { DeskTable } from '#web/front/desk/desk-table.tsx'
import { usePages } from '#web/platform/layout/table-pages.tsx'
import { Button } from '#web/platform/ui/button.tsx'

type Version = { readonly version: number; readonly savedAt: string; readonly isFile: boolean }

type DocumentVersionsProps<Of extends Version> = {
  versions: readonly Of[]
  /** What a version has, in place of where it comes from. */
  says?: { readonly title: string; readonly of: (version: Of) => string }
  onRestore: (version: Of) => void
}

/** What the desk saved of a document, newest first. */
export function DocumentVersions<Of extends Version>({
  versions,
  says = {
    title: m.words_source(),
    of: ({ isFile }) => (isFile ? m.words_version_file() : m.words_version_desk()),
  },
  onRestore,
}: DocumentVersionsProps<Of>) {
  const { shown, pages } = usePages(versions, m.words_versions())
  if (versions.length === 0) return null
  return (
    <section className="grid gap-3">
      <h2>{m.words_versions()}</h2>
      <DeskTable
        label={m.words_versions()}
        columns={[
          { title: m.words_version(), of: ({ version }) => <span className="num">{version}</span> },
          { title: m.words_saved_at(), look: 'digits', of: ({ savedAt }) => adminTime(savedAt) },
          { ...says, look: 'long' },
          {
            title: m.words_restore(),
            titleHidden: true,
            of: (one) => (
              <Button
                aria-label={m.words_restore_one({ version: one.version })}
                onClick={() => onRestore(one)}
              >
                {m.words_restore()}
              </Button>
            ),
          },
        ]}
        rows={shown}
        keyOf={({ version }) => String(version)}
      />
      {pages}
    </section>
  )
}
