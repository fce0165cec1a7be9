import { Fragment, type ReactNode } from 'react'

/**
 * A sentence with links or other elements: `<RichSentence sentence={m.agree} parts={{ terms: <a …>terms</a> }} />`. The
 * translation decides their position.
 */
export function RichSentence<Name extends string>({
  sentence,
  parts,
}: {
  sentence: (marks: Record<Name, string>) => string
  parts: Record<Name, ReactNode>
}) {
  const names = Object.keys(parts) as Name[]
  const marks = Object.fromEntries(names.map((name) => [name, `\u0000${name}\u0000`])) as Record<Name, string>
  return sentence(marks)
    .split('\u0000')
    .map((piece, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a sentence do not move
      <Fragment key={index}>{index % 2 === 1 ? parts[piece as Name] : piece}</Fragment>
    ))
}
