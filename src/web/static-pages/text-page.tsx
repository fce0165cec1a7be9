import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { href } from '#contract/pages.ts'
import { m } from '#messages/generated/messages.js'
import type { TextSection } from '#messages/site-texts.ts'
import { usePageTitle } from '#web/layout/page-title.ts'
import { Link } from '#web/ui/link.tsx'
import { RunningText } from './running-text.tsx'

/** A page of text: back link, heading and content, in one column. */
export function TextPage({ page, title, children }: { page: string; title: string; children: ReactNode }) {
  usePageTitle(page)
  return (
    <article className="mx-auto max-w-[44rem]">
      <BackLink />
      <h1 className="mt-5">{title}</h1>
      {children}
    </article>
  )
}

/** A text's lead, a list of its sections to jump to, and the sections, numbered. */
export function Sections({
  lead,
  sections,
  contents,
}: {
  lead: string
  sections: readonly TextSection[]
  /** Name of the list of sections. */
  contents: string
}) {
  return (
    <>
      <p className="running-text mt-4 text-[1.0625rem] text-muted">{lead}</p>
      <nav aria-label={contents} className="mt-8 border-y border-line py-4">
        <ol className="gap-8 text-sm sm:columns-2">
          {sections.map(({ id, heading }, index) => (
            <li key={id}>
              <a href={`#${id}`} className="flex gap-3 py-1 text-muted hover:text-ink">
                <span className="num w-5 shrink-0 pt-px">{index + 1}</span>
                {heading}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      {sections.map(({ id, heading, text }, index) => (
        <section key={id} aria-labelledby={id} className="mt-10">
          <h2 id={id} className="mb-2.5 flex scroll-mt-20 items-baseline gap-3 text-[1.0625rem]">
            <span className="num text-muted" aria-hidden>
              {index + 1}
            </span>
            {heading}
          </h2>
          <RunningText text={text} />
        </section>
      ))}
    </>
  )
}

/** Back by the browser's history; to the landing page if the visit began here. */
function BackLink() {
  const navigate = useNavigate()
  const cameFromHere = useLocation().key !== 'default'
  return (
    <Link
      to={href('landing')}
      className="inline-flex items-center gap-1.5 py-1 text-sm text-muted hover:text-ink"
      onClick={(event) => {
        if (!cameFromHere) return
        event.preventDefault()
        navigate(-1)
      }}
    >
      <ArrowLeft className="size-4" aria-hidden />
      {m.back_link()}
    </Link>
  )
}
