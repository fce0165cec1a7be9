import type { CSSProperties } from 'react'
import { m } from '#messages/generated/messages.js'
import { shownDay } from '#web/library/shown.ts'
import { type Block, cardCount, cardsPerBlock, type DayCell } from './blocks.ts'
import { useCards } from './card-context.ts'
import { CardList } from './card-list.tsx'
import { CategoryRow } from './category-row.tsx'
import { Slice } from './slice.tsx'

/** The videos of a listing, drawn as one scrolls. */
export function ListingBlocks({
  blocks,
  withCategory,
  searching,
}: {
  blocks: readonly Block[]
  withCategory: boolean
  /** Rendered again at each keystroke: just enough to fill the screen. */
  searching: boolean
}) {
  const { listing } = useCards()
  const atOnce = searching ? cardsPerBlock : cardsAtOnce
  const before = cardsBefore(blocks)
  const one = (block: Block, index: number) => {
    const name = `${listing} ${index}`
    if (block.kind === 'heading') {
      return <CategoryRow key={name} section={block.section} depth={block.depth} first={index === 0} />
    }
    if (block.kind === 'others') {
      return (
        <h2 key={name} className={index === 0 ? 'pb-4' : 'pt-10 pb-4'}>
          {m.other_videos()}
        </h2>
      )
    }
    return (
      <div key={name} className="pb-5">
        <Slice name={name} estimatedHeight={estimatedHeight(block)} first={(before[index] ?? 0) < atOnce}>
          {() =>
            block.kind === 'days' ? (
              <DayGrid cells={block.cells} />
            ) : (
              <CardList videos={block.videos} withCategory={withCategory} className="card-grid" />
            )
          }
        </Slice>
      </div>
    )
  }
  // a search creates all boxes anew at each keystroke, so there are few until somebody scrolls
  return stretches(blocks).map(({ from, to }) => {
    const name = `${listing} ${from} to ${to}`
    const inside = blocks.slice(from, to)
    return (
      <Slice
        key={name}
        name={name}
        estimatedHeight={inside.reduce((sum, block) => sum + estimatedHeight(block) + blockGapPx, 0)}
        first={(before[from] ?? 0) < atOnce}
        holdsSlices
      >
        {() => inside.map((block, index) => one(block, from + index))}
      </Slice>
    )
  })
}

/** Blocks whose boxes are made together. */
const blocksPerStretch = 16

function stretches(blocks: readonly Block[]): { from: number; to: number }[] {
  return Array.from({ length: Math.ceil(blocks.length / blocksPerStretch) }, (_, n) => ({
    from: n * blocksPerStretch,
    to: Math.min((n + 1) * blocksPerStretch, blocks.length),
  }))
}

/** A small library is drawn whole, so that it can be printed and searched by the browser. */
const cardsAtOnce = 48

/** How many cards stand before each block. */
function cardsBefore(blocks: readonly Block[]): number[] {
  let cards = 0
  return blocks.map((block) => {
    const before = cards
    cards += cardCount(block)
    return before
  })
}

const cardHeightPx = 272
const dayHeadingPx = 76
const blockGapPx = 20

/** An estimate for the scroll bar; the real height replaces it when the block is rendered. */
function estimatedHeight(block: Block): number {
  const columns = columnsOf(typeof window === 'undefined' ? 1024 : window.innerWidth)
  const rows = Math.ceil(cardCount(block) / columns)
  return rows * (cardHeightPx + (block.kind === 'days' ? dayHeadingPx : 0))
}

const columnsOf = (widthPx: number) => Math.max(1, Math.min(4, Math.floor((widthPx - 200) / 285)))

/** Publishing days with their categories (product.md section 2, Listing). */
function DayGrid({ cells }: { cells: readonly DayCell[] }) {
  return (
    <div className="card-grid day-grid">
      {cells.map((cell) => (
        <Day key={`${cell.day} ${cell.continued} ${cell.categories[0]?.videos[0]?.id}`} cell={cell} />
      ))}
    </div>
  )
}

function Day({ cell }: { cell: DayCell }) {
  const cards = cell.categories.reduce((sum, { videos }) => sum + videos.length, 0)
  return (
    <section className="day" style={spanning(cards)}>
      {cell.continued ? null : (
        <h2 className="text-[0.9375rem] tracking-normal first-letter:uppercase">{shownDay(cell.day)}</h2>
      )}
      {cell.categories.map(({ category, videos }) => (
        <div key={category?.id ?? ''} className="day-category" style={spanning(videos.length)}>
          <h3 className="caption truncate">{category?.name ?? m.other_videos()}</h3>
          <CardList videos={videos} />
        </div>
      ))}
    </section>
  )
}

const spanning = (cards: number) => ({ '--cards': cards }) as CSSProperties
