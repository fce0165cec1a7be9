import { useId } from 'react'
import type { Order } from '#contract/shop/shop.ts'
import type { Pieces } from '#domain/shop/given-back.ts'
import { m } from '#messages/generated/messages.js'
import { lineText } from '#web/business/shop/shop-text.ts'

/** A line of an order whose pieces can be chosen. */
export type PickedLine = {
  readonly name: string
  /** The size of goods, or a voucher's value. */
  readonly detail: string
  /** Maximum number of pieces; a line with 0 is hidden. */
  readonly most: number
}

/** Returns the lines of an order, with the maximum that `mostOf` returns for each. */
export function pickedLines(
  lines: Order['lines'],
  mostOf: (line: Order['lines'][number]) => number,
): readonly PickedLine[] {
  return lines.map((line) => ({ name: line.name, detail: lineText(line), most: mostOf(line) }))
}

/** Describes the chosen pieces: '1 × Mug, 2 × Shirt, M'. */
export function piecesText(lines: readonly PickedLine[], pieces: Pieces): string {
  return lines
    .flatMap(({ name, detail }, at) => {
      const quantity = pieces[at] ?? 0
      return quantity > 0 ? [m.order_line({ quantity, name: [name, detail].filter(Boolean).join(', ') })] : []
    })
    .join(', ')
}

/** Chooses the number of pieces of each line. */
export function PiecePicker({
  legend,
  hint,
  lines,
  pieces,
  onChange,
}: {
  legend: string
  hint?: string
  lines: readonly PickedLine[]
  pieces: Pieces
  onChange: (pieces: Pieces) => void
}) {
  const id = useId()
  return (
    <fieldset className="w-full min-w-0" aria-describedby={hint ? `${id}-hint` : undefined}>
      <legend className="text-sm font-medium">{legend}</legend>
      {hint ? (
        <p id={`${id}-hint`} className="caption mt-1">
          {hint}
        </p>
      ) : null}
      <ul className="mt-2 grid grid-cols-[minmax(0,1fr)_auto_auto] divide-y divide-line border-y border-line">
        {lines.map(({ name, detail, most }, at) =>
          most <= 0 ? null : (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is identified by its index
            <li key={at} className="col-span-full grid grid-cols-subgrid items-center gap-x-2 py-2">
              <label htmlFor={`${id}-${at}`} className="min-w-0 break-words">
                <bdi>{name}</bdi>
                {detail ? <span className="caption block">{detail}</span> : null}
              </label>
              <select
                id={`${id}-${at}`}
                className="input w-18"
                value={pieces[at] ?? 0}
                onChange={(event) =>
                  onChange(
                    lines.map((_, line) => (line === at ? Number(event.target.value) : (pieces[line] ?? 0))),
                  )
                }
              >
                {Array.from({ length: most + 1 }, (_, count) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the index is the value
                  <option key={count}>{count}</option>
                ))}
              </select>
              <span className="caption whitespace-nowrap">{m.pieces_of({ count: most })}</span>
            </li>
          ),
        )}
      </ul>
    </fieldset>
  )
}
