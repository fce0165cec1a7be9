import { Download } from 'lucide-react'
import { m } from '#messages/generated/messages.js'

/** A link to the file with all rows that a query leaves. */
export function DownloadCsv({
  path,
  query,
}: {
  readonly path: string
  /** Without values that are undefined. */
  readonly query: Readonly<Record<string, string | undefined>>
}) {
  const search = new URLSearchParams(query as Record<string, string>).toString()
  return (
    <a
      href={search ? `${path}?${search}` : path}
      download
      className="link inline-flex min-h-8 items-center gap-2 justify-self-start text-sm"
    >
      <Download className="size-4" aria-hidden />
      {m.usage_download()}
    </a>
  )
}
