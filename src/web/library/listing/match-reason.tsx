import type { Piece, Reason } from '#web/library/videos/library-search.ts'

/** Why a search found a video: a text with marked matches, or a reason that its title does not show. */
export default function Match(match: { pieces: readonly Piece[] } | { reason: Reason }) {
  return 'pieces' in match ? <Marked {...match} /> : <Rest {...match.reason} />
}

function Rest({ excerpt, labels }: Reason) {
  return (
    <>
      {excerpt ? (
        <p className="mt-1.5 line-clamp-3 text-[0.8125rem] text-muted">
          <Marked pieces={excerpt} />
        </p>
      ) : null}
      {labels.length > 0 ? (
        <ul className="mt-1.5 flex flex-wrap gap-x-2 text-[0.8125rem] text-muted">
          {labels.map((label) => (
            <li key={label.map(({ text }) => text).join('')}>
              <bdi>
                <Marked pieces={label} />
              </bdi>
            </li>
          ))}
        </ul>
      ) : null}
    </>
  )
}

/** A text with its matches marked. */
export function Marked({ pieces }: { pieces: readonly Piece[] }) {
  return pieces.map(({ text, marked }, place) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text do not move
    marked ? <mark key={place}>{text}</mark> : text,
  )
}
