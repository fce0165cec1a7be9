import { m } from '#messages/generated/messages.js'
import { Button } from '#web/ui/button.tsx'

/** Which rows of the usage table are shown, and the way to the ones before and after. `page` counts from 0. */
export function TablePages({
  count,
  page,
  onPage,
}: {
  count: number
  page: number
  onPage: (page: number) => void
}) {
  const last = Math.ceil(count / pageSize) - 1
  const [first, end] = [page * pageSize + 1, Math.min(count, (page + 1) * pageSize)]
  return (
    <nav aria-label={m.usage_pages()} className="flex flex-wrap items-center justify-between gap-3">
      <p role="status" className="text-sm text-muted">
        {m.usage_range({ first, last: end, count })}
      </p>
      <div className="flex gap-2">
        <Button disabled={page === 0} onClick={() => onPage(page - 1)}>
          {m.usage_previous()}
        </Button>
        <Button disabled={page === last} onClick={() => onPage(page + 1)}>
          {m.usage_next()}
        </Button>
      </div>
    </nav>
  )
}

/** Rows of a page (product.md section 9, Default page size). */
export const pageSize = 10
