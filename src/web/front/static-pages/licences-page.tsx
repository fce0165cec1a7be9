import { useState } from 'react'
import type { Licences, ShippedPackage } from '#contract/site/licences.ts'
import { m } from '#messages/generated/messages.js'
import { usePageTitle } from '#web/platform/layout/page-title.ts'
import { CallProblem } from '#web/platform/site/api.ts'
import { useConfig } from '#web/platform/site/site.ts'
import { useReply } from '#web/platform/site/use-reply.ts'
import { FailedRead } from '#web/platform/ui/failed-read.tsx'
import { Skeleton } from '#web/platform/ui/skeleton.tsx'

/** The third-party packages of the site with their licences, and the location of its own source. */
export function Component() {
  usePageTitle(m.licences_page())
  const { sourceUrl } = useConfig()
  const { reply, again } = useReply('/licences.json', readLicences)
  return (
    <article className="mx-auto max-w-[44rem]">
      <h1>{m.licences_page()}</h1>
      <p className="mt-4">{m.licences_own()}</p>
      {sourceUrl ? (
        <p className="mt-2">
          <a href={sourceUrl} rel="noopener" className="link">
            {m.licences_source()}
          </a>
        </p>
      ) : null}
      <h2 className="mt-10 text-[1.0625rem]">{m.licences_others()}</h2>
      {reply === undefined ? (
        <Skeleton className="mt-4 h-40" />
      ) : reply instanceof CallProblem ? (
        <FailedRead error={reply} again={again} />
      ) : (
        <Packages licences={reply} />
      )}
    </article>
  )
}

function Packages({ licences: { packages, texts } }: { licences: Licences }) {
  return (
    <>
      <p className="mt-2 text-sm text-muted">{m.licences_count({ count: packages.length })}</p>
      <ul className="mt-4 border-t border-line">
        {packages.map((one) => (
          <Package key={`${one.name} ${one.version} ${one.text}`} package={one} text={texts[one.text]} />
        ))}
      </ul>
    </>
  )
}

type PackageProps = {
  package: ShippedPackage
  text: string | undefined
}

/** A package with its licence, whose text is rendered only when opened. */
function Package({ package: { name, version, licence }, text }: PackageProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <li className="border-b border-line">
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="cursor-pointer py-2 [overflow-wrap:anywhere]">
          {name} <span className="num text-sm text-muted">{version}</span>{' '}
          <span className="text-sm text-muted">{licence}</span>
        </summary>
        {isOpen ? (
          <pre lang="en" className="mb-3 whitespace-pre-wrap text-xs [overflow-wrap:anywhere]">
            {text}
          </pre>
        ) : null}
      </details>
    </li>
  )
}

async function readLicences(address: string): Promise<{ body: Licences } | CallProblem> {
  try {
    const response = await fetch(address)
    if (response.ok) return { body: await response.json() }
    return new CallProblem(response.status, 'server-error', `${m.failure()} ${m.failure_advice()}`)
  } catch {
    return new CallProblem(0, 'unreachable', m.unreachable())
  }
}
