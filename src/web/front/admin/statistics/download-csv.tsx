import { Download } from 'lucide-react'
import { m } from '#messages/generated/messages.js'
import type { Period } from './use-period.tsx'

/** A link to the file with all rows of a period. */
export function DownloadCsv({ path, period }: { readonly path: string; readonly period: Period }) {
  return (
    <a
      href={`${path}?${new URLSearchParams(period)}`}
      download
      className="link inline-flex min-h-8 items-center gap-2 justify-self-start text-sm"
    >
      <Download className="size-4" aria-hidden />
      {m.usage_download()}
    </a>
  )
}
