import type { TextVersion } from '#contract/site/site.ts'
import { TextParts } from './text-parts.tsx'

/** Sections without numbers, for texts that are not cited. */
export function PlainSections({ text: { lead, sections } }: { text: TextVersion }) {
  return (
    <>
      {lead.length > 0 ? (
        <div className="mt-6 text-[1.0625rem] leading-relaxed">
          <TextParts parts={lead} />
        </div>
      ) : null}
      {sections.map(({ id, heading, parts }) => (
        <section key={id} aria-labelledby={id} className="mt-10 first:mt-8">
          <h2 id={id} className="mb-2.5 scroll-mt-20 text-[1.0625rem]">
            {heading}
          </h2>
          <TextParts parts={parts} />
        </section>
      ))}
    </>
  )
}
