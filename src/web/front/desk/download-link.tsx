import { Download } from 'lucide-react'
import { m } from '#messages/generated/messages.js'

type DownloadLinkProps = {
  readonly path: string
  /** Without values that are undefined. */
  readonly query?: Readonly<Record<string, string | undefined>>
  readonly text?: string
}

/** A link to a file of the desk. `text` names the file where "Download CSV" does not. */
export function DownloadLink({ path, query = {}, text = m.usage_download() }: DownloadLinkProps) {
  const search = new URLSearchParams(query as Record<string, string>).toString()
  return (
    <a
      href={search ? `${path}?${search}` : path}
      download
      className="link inline-flex min-h-8 items-center gap-2 justify-self-start text-sm"
    >
      <Download className="size-4" aria-hidden />
      {text}
    </a>
  )
}
