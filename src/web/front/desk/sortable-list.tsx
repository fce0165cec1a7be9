import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react'
import { type DragEvent, type ReactNode, useState } from 'react'
import { m } from '#messages/generated/messages.js'
import { Button } from '#web/platform/ui/button.tsx'

/** A list that is put in order by its buttons or by dragging; the order is told as it changes. */
export function SortableList<Item>({
  label,
  items,
  keyOf,
  nameOf,
  busy = false,
  onOrder,
  children,
}: {
  label: string
  items: readonly Item[]
  keyOf: (item: Item) => string
  /** Names an element for its buttons. */
  nameOf: (item: Item) => string
  busy?: boolean
  onOrder: (items: readonly Item[]) => void
  children: (item: Item) => ReactNode
}) {
  const [dragged, setDragged] = useState<number>()
  const [over, setOver] = useState<number>()
  const [told, setTold] = useState('')
  const move = (from: number, to: number) => {
    const item = items[from]
    if (busy || item === undefined || to < 0 || to >= items.length || from === to) return
    const rest = items.filter((_, at) => at !== from)
    setTold(m.desk_moved({ name: nameOf(item), place: to + 1, count: items.length }))
    onOrder([...rest.slice(0, to), item, ...rest.slice(to)])
  }
  const drop = (event: DragEvent, to: number) => {
    // of another list
    if (dragged === undefined) return
    event.preventDefault()
    event.stopPropagation()
    move(dragged, to)
    setDragged(undefined)
    setOver(undefined)
  }
  return (
    <>
      <ul className="desk-sortable" aria-label={label}>
        {items.map((item, place) => (
          <li
            key={keyOf(item)}
            data-over={over === place || undefined}
            onDragOver={(event) => {
              if (dragged === undefined) return
              event.preventDefault()
              event.stopPropagation()
              setOver(place)
            }}
            onDrop={(event) => drop(event, place)}
          >
            <div className="desk-sortable-row">
              <span
                aria-hidden
                draggable
                className="desk-grip"
                onDragStart={(event) => {
                  event.stopPropagation()
                  event.dataTransfer.effectAllowed = 'move'
                  setDragged(place)
                }}
                onDragEnd={() => {
                  setDragged(undefined)
                  setOver(undefined)
                }}
              >
                <GripVertical className="size-4" />
              </span>
              <Button
                variant="quiet"
                size="icon"
                aria-label={m.desk_move_up({ name: nameOf(item) })}
                aria-disabled={place === 0 || busy || undefined}
                onClick={() => move(place, place - 1)}
              >
                <ArrowUp className="size-4" aria-hidden />
              </Button>
              <Button
                variant="quiet"
                size="icon"
                aria-label={m.desk_move_down({ name: nameOf(item) })}
                aria-disabled={place === items.length - 1 || busy || undefined}
                onClick={() => move(place, place + 1)}
              >
                <ArrowDown className="size-4" aria-hidden />
              </Button>
              {children(item)}
            </div>
          </li>
        ))}
      </ul>
      <p role="status" className="sr-only">
        {told}
      </p>
    </>
  )
}
