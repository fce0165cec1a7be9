import type { ReactNode } from 'react'
import { m } from '#messages/generated/messages.js'
import { CardContext, type Cards } from './card-context.ts'

/** The layout of a listing and its placeholder: filters beside heading and cards. */
export function ListingFrame({
  cards,
  panel,
  head,
  children,
}: {
  cards: Cards
  panel: ReactNode
  head: ReactNode
  children: ReactNode
}) {
  return (
    <CardContext value={cards}>
      <div className="grid items-start gap-8 lg:grid-cols-[13rem_minmax(0,1fr)]">
        <aside aria-labelledby="filters" className="filter-column max-lg:hidden">
          <h2 id="filters" className="px-2 pb-4 text-[0.9375rem] tracking-normal">
            {m.filters()}
          </h2>
          {panel}
        </aside>
        <div className="listing first-screen" data-view={cards.view}>
          {head}
          <div id="results" tabIndex={-1} className="grid grid-cols-[minmax(0,1fr)] gap-8 pt-8">
            {children}
          </div>
        </div>
      </div>
    </CardContext>
  )
}
