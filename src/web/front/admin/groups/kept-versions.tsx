import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { m } from '#messages/generated/messages.js'
import { VersionsTable } from '#web/front/admin/library/versions-table.tsx'

type Kept = { readonly version: number; readonly savedAt: string | null; readonly savedBy: 'folder' | 'desk' }

/** Lists the earlier versions of a category or series below its form, if there are any. */
export function KeptVersions<Version extends Kept, Key extends QueryKey>({
  query,
  nameOf,
  busy,
  onRestore,
}: {
  query: Pick<
    UseQueryOptions<{ versions: Version[] }, Error, { versions: Version[] }, Key>,
    'queryKey' | 'queryFn' | 'staleTime'
  >
  nameOf: (version: Version) => string
  busy: boolean
  onRestore: (version: Version) => void
}) {
  const kept = useQuery(query).data?.versions ?? []
  if (kept.length === 0) return null
  return (
    <details className="library-file mt-6">
      <summary>{m.library_versions_kept()}</summary>
      <div className="pt-3">
        <VersionsTable {...{ kept, nameOf, busy, onRestore }} />
      </div>
    </details>
  )
}
