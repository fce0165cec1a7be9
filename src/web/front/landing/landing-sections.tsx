import type { TextVersion } from '#contract/site/site.ts'
import { TextParts } from '#web/front/static-pages/text-parts.tsx'
import { useConfig } from '#web/platform/site/site.ts'

type Section = TextVersion['sections'][number]

/** The sections of the landing page's text as cards. The section `{#author}` has full width, and the portrait. */
export function LandingSections({ sections }: { sections: readonly Section[] }) {
  const author = sections.find(({ id }) => id === 'author')
  const others = sections.filter((section) => section !== author)
  return (
    <>
      {author ? <Author section={author} /> : null}
      {others.length > 0 ? (
        <div className="mt-14 grid grid-cols-[repeat(auto-fit,minmax(min(100%,20rem),1fr))] gap-4">
          {others.map(({ id, heading, parts }) => (
            <section key={id} aria-labelledby={id} className="card p-5">
              <h2 id={id} className="mb-2 scroll-mt-20 text-[1.0625rem]">
                {heading}
              </h2>
              <TextParts parts={parts} />
            </section>
          ))}
        </div>
      ) : null}
    </>
  )
}

function Author({ section: { id, heading, parts } }: { section: Section }) {
  const { portraitUrl, seller } = useConfig()
  return (
    <section aria-labelledby={id} className="mt-16 flex flex-wrap items-start gap-x-8 gap-y-5">
      {portraitUrl === undefined ? (
        <span
          aria-hidden
          className="grid size-28 place-items-center rounded-full bg-accent-soft text-3xl font-semibold text-accent"
        >
          {initialsOf(seller.name)}
        </span>
      ) : (
        <img
          src={portraitUrl}
          alt=""
          width={112}
          height={112}
          loading="lazy"
          className="size-28 rounded-full object-cover"
        />
      )}
      <div className="max-w-[44rem] min-w-64 flex-1">
        <h2 id={id} className="mb-2 scroll-mt-20">
          {heading}
        </h2>
        <TextParts parts={parts} />
      </div>
    </section>
  )
}

function initialsOf(name: string): string {
  return name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.charAt(0))
    .join('')
}
