import type { CSSProperties } from 'react'
import { m } from '#messages/generated/messages.js'
import { shownDay } from '#web/library/shown.ts'
import type { DayCell } from './blocks.ts'
import { CardList } from './card-list.tsx'

/** Publishing days with their categories (product.md section 2, Listing). */
export function DayGrid({ cells }: { cells: readonly DayCell[] }) {
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
