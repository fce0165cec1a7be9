import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { priceMoveCalls } from '#contract/desk/price-move-calls.ts'
import { adminRead } from '#web/front/desk/admin-read.ts'
import { deskQuery, deskTableQuery } from '#web/front/desk/desk-query.ts'

export const priceMovesQuery = deskQuery(
  ['admin', 'price-moves'],
  ({ moves }) => Array.isArray(moves),
  priceMoveCalls.priceMoves,
)

/** A page of those whom a set would concern; the one before stays until it is there. */
export const concernedQuery = (name: string, page: number) =>
  queryOptions({
    queryKey: ['admin', 'price-move-preview', name, page],
    queryFn: ({ signal }) =>
      adminRead(({ customers }) => Array.isArray(customers), priceMoveCalls.previewPriceMove, {
        body: { name, ...(page > 0 && { page: String(page) }) },
        signal,
      }),
    enabled: name !== '',
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** A page of the customers of a move. */
export const movedQuery = (id: string, page: number) =>
  deskTableQuery(
    ['admin', 'price-move', id, page],
    ({ customers }) => Array.isArray(customers),
    priceMoveCalls.priceMove,
    { params: { id }, query: page > 0 ? { page: String(page) } : {} },
  )
