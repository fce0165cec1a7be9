import type { ReactNode } from 'react'
import { href } from '#contract/pages.ts'
import type { TextName, TextVersion } from '#contract/site/site.ts'
import { m } from '#messages/generated/messages.js'
import { usePageTitle } from '#web/platform/layout/page-title.ts'
import { CallProblem } from '#web/platform/site/api.ts'
import { useLocation, useNavigate } from '#web/platform/site/router.tsx'
import { useConfig } from '#web/platform/site/site.ts'
import { FailedRead } from '#web/platform/ui/failed-read.tsx'
import { Icon } from '#web/platform/ui/icon.tsx'
import { Link } from '#web/platform/ui/link.tsx'
import { Skeleton } from '#web/platform/ui/skeleton.tsx'
import { loadText, useText } from './site-text.ts'
import { TextParts } from './text-parts.tsx'

type TextPageProps = {
  name: TextName
  children: (text: TextVersion, all: readonly TextVersion[]) => ReactNode
}

/** A page with the operator's text in one column: back link, heading, and `children` rendered from its versions. */
export function TextPage({ name, children }: TextPageProps) {
  const versions = useText(name)
  const { productName } = useConfig()
  const [text] = Array.isArray(versions) ? (versions as readonly TextVersion[]) : []
  usePageTitle(text?.page ?? productName)
  return (
    <article className="mx-auto max-w-[44rem]">
      <BackLink />
      {text && Array.isArray(versions) ? (
        <div lang={text.language}>
          <h1 className="mt-5">{text.heading}</h1>
          {text.subtitle === undefined ? null : <p className="mt-1.5 text-muted">{text.subtitle}</p>}
          {children(text, versions)}
        </div>
      ) : (
        <div className="mt-5 grid gap-4">
          {versions instanceof CallProblem ? (
            <FailedRead error={versions} again={() => loadText(name)} />
          ) : (
            <>
              <Skeleton className="h-8 w-64" />
              <Skeleton className="h-40" />
            </>
          )}
        </div>
      )}
    </article>
  )
}

type SectionsProps = {
  text: TextVersion
  /** Label of the list of sections. */
  contents: string
}

/** A text's lead, a list of its sections if there are several, and the sections, numbered. */
export function Sections({ text: { lead, sections }, contents }: SectionsProps) {
  return (
    <>
      <div className="mt-4 text-[1.0625rem] text-muted">
        <TextParts parts={lead} />
      </div>
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
      {sections.map(({ id, heading, parts }, index) => (
        <section key={id} aria-labelledby={id} className="mt-10">
          <h2 id={id} className="mb-2.5 flex scroll-mt-20 items-baseline gap-3 text-[1.0625rem]">
            <span className="num text-muted" aria-hidden>
              {index + 1}
            </span>
            {heading}
          </h2>
          <TextParts parts={parts} />
        </section>
      ))}
    </>
  )
}

/** Goes back in the browser's history; to the landing page if the visit began here. */
function BackLink() {
  const navigate = useNavigate()
  const cameByRouter = useLocation().key !== 'default'
  return (
    <Link
      to={href('landing')}
      className="inline-flex items-center gap-1.5 py-1 text-sm text-muted hover:text-ink"
      onClick={(event) => {
        if (!cameByRouter && !cameByDocument()) return
        event.preventDefault()
        navigate(-1)
      }}
    >
      <Icon name="arrow-left" />
      {m.back_link()}
    </Link>
  )
}

/** Whether a page of this site led here by loading a document, as links do before scripts have run. */
function cameByDocument(): boolean {
  const { navigation } = window as { navigation?: { readonly canGoBack: boolean } }
  if (navigation) return navigation.canGoBack
  return history.length > 1 && URL.parse(document.referrer)?.origin === location.origin
}
