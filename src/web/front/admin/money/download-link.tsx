import { Download } from 'lucide-react'

/** A link to a file of the desk. */
export function DownloadLink({
  path,
  query,
  text,
}: {
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  readonly text: string
}) {
  return (
    <a
      href={query ? `${path}?${new URLSearchParams(query)}` : path}
      download
      className="link inline-flex min-h-8 items-center gap-2 justify-self-start text-sm"
    >
      <Download className="size-4" aria-hidden />
      {text}
    </a>
  )
}
