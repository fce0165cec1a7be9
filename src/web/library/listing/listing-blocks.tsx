import type { ReactNode } from 'react'
import { m } from '#messages/generated/messages.js'
import { shownDay } from '#web/library/videos/shown.ts'
import { type Block, cardCount, cardsPerBlock, type GroupHead } from './blocks.ts'
import { type Cards, useCards } from './card-context.ts'
import { CardList } from './card-list.tsx'
import { CategoryRow } from './category-row.tsx'
import { Slice } from './slice.tsx'

/** The videos of a listing, rendered while scrolling. */
export function ListingBlocks({
  blocks,
  withCategory,
  searching,
}: {
  blocks: readonly Block[]
  withCategory: boolean
  /** Rendered again at each keystroke: only a screenful. */
  searching: boolean
}) {
  const { listing, view } = useCards()
  const atOnce = searching ? cardsPerBlock : cardsAtOnce
  const before = cardsBefore(blocks)
  const one = (block: Block, index: number) => {
    const name = `${view} ${listing} ${index}`
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
        <Slice
          name={name}
          estimatedHeight={estimatedHeight(block, view)}
          first={(before[index] ?? 0) < atOnce}
        >
          {() => <BlockCards block={block} withCategory={withCategory} />}
        </Slice>
      </div>
    )
  }
  // a search recreates all boxes at each keystroke, so there are few until the viewer scrolls
  const all = stretches(blocks).map(({ from, to }) => {
    const name = `${view} ${listing} ${from} to ${to}`
    const inside = blocks.slice(from, to)
    return (
      <Slice
        key={name}
        name={name}
        estimatedHeight={inside.reduce((sum, block) => sum + estimatedHeight(block, view) + blockGapPx, 0)}
        first={(before[from] ?? 0) < atOnce}
        holdsSlices
      >
        {() => inside.map((block, index) => one(block, from + index))}
      </Slice>
    )
  })
  // the first headings need no margin
  return <div className={blocks[0]?.kind === 'groups' ? '-mt-4' : undefined}>{all}</div>
}

/** The cards of one block, below the days and categories of their groups. */
export function BlockCards({
  block,
  withCategory,
}: {
  block: Extract<Block, { kind: 'groups' | 'cards' }>
  withCategory: boolean
}) {
  if (block.kind === 'cards')
    return <CardList videos={block.videos} withCategory={withCategory} className="card-grid" />
  return (
    <CardList
      videos={block.cells.map(({ video }) => video)}
      headAt={(n) => groupHeads(block.cells[n]?.heads ?? [])}
      className="card-grid grouped"
    />
  )
}

/** Blocks per outer slice. */
const blocksPerStretch = 16

function stretches(blocks: readonly Block[]): { from: number; to: number }[] {
  return Array.from({ length: Math.ceil(blocks.length / blocksPerStretch) }, (_, n) => ({
    from: n * blocksPerStretch,
    to: Math.min((n + 1) * blocksPerStretch, blocks.length),
  }))
}

/** Small libraries are rendered completely, for printing and the browser's search. */
const cardsAtOnce = 48

function cardsBefore(blocks: readonly Block[]): number[] {
  let cards = 0
  return blocks.map((block) => {
    const before = cards
    cards += cardCount(block)
    return before
  })
}

const cardHeightPx = 272
const listRowHeightPx = 90
const headHeightPx = 60
const blockGapPx = 20

/** Estimates a block's height for the scroll bar; rendering replaces it with the real height. */
function estimatedHeight(block: Block, view: Cards['view']): number {
  const cards = cardCount(block)
  const heads = block.kind === 'groups' ? block.cells.filter((cell) => cell.heads.length > 0).length : 0
  if (view === 'list') return cards * listRowHeightPx + heads * headHeightPx
  const rows = Math.ceil(cards / columnsOf(innerWidth))
  return rows * cardHeightPx + Math.min(rows, heads) * headHeightPx
}

const columnsOf = (widthPx: number) => Math.max(1, Math.min(4, Math.floor((widthPx - 200) / 285)))

/** Renders publishing days and categories (product.md section 2, Listing), or the rows of sub-categories. */
function groupHeads(heads: readonly GroupHead[]): ReactNode {
  return heads.map((head) => {
    if (head.kind === 'section') {
      return <CategoryRow key={head.depth} section={head.section} depth={head.depth} inline />
    }
    return head.kind === 'day' ? (
      <h2 key="day" className="text-[0.9375rem] tracking-normal first-letter:uppercase">
        {shownDay(head.day)}
      </h2>
    ) : (
      <h3 key="category" className="caption truncate">
        <bdi>{head.category?.name ?? m.other_videos()}</bdi>
      </h3>
    )
  })
}
