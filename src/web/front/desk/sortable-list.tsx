import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react'
import { type DragEvent, type ReactNode, useState } from 'react'
import { m } from '#messages/generated/messages.js'
import { Button } from '#web/platform/ui/button.tsx'

type SortableListProps<Item> = {
  label: string
  items: readonly Item[]
  keyOf: (item: Item) => string
  /** Names an element for its buttons. */
  nameOf: (item: Item) => string
  busy?: boolean
  onOrder: (items: readonly Item[]) => void
  children: (item: Item) => ReactNode
}

/** A list sorted with buttons or by dragging. Each move is announced. */
export function SortableList<Item>({
  label,
  items,
  keyOf,
  nameOf,
  busy = false,
  onOrder,
  children,
}: SortableListProps<Item>) {
  const [told, setTold] = useState('')
  const move = (from: number, to: number) => {
    const item = items[from]
    if (busy || item === undefined || to < 0 || to >= items.length || from === to) return
    const rest = items.filter((_, at) => at !== from)
    setTold(m.desk_moved({ name: nameOf(item), place: to + 1, count: items.length }))
    onOrder([...rest.slice(0, to), item, ...rest.slice(to)])
  }
  const drag = useDragging(move)
  return (
    <>
      <ul className="desk-sortable" aria-label={label}>
        {items.map((item, place) => (
          <li key={keyOf(item)} {...drag.target(place)}>
            <div className="desk-sortable-row">
              <span aria-hidden draggable className="desk-grip" {...drag.grip(place)}>
                <GripVertical className="size-4" />
              </span>
              {([-1, 1] as const).map((by) => (
                <Button
                  key={by}
                  variant="quiet"
                  size="icon"
                  aria-label={
                    by < 0 ? m.desk_move_up({ name: nameOf(item) }) : m.desk_move_down({ name: nameOf(item) })
                  }
                  aria-disabled={place === (by < 0 ? 0 : items.length - 1) || busy || undefined}
                  onClick={() => move(place, place + by)}
                >
                  {by < 0 ? (
                    <ArrowUp className="size-4" aria-hidden />
                  ) : (
                    <ArrowDown className="size-4" aria-hidden />
                  )}
                </Button>
              ))}
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

/** Dragging of elements by their grip: the props of each element and of its grip. */
function useDragging(move: (from: number, to: number) => void) {
  const [dragged, setDragged] = useState<number>()
  const [over, setOver] = useState<number>()
  const end = () => {
    setDragged(undefined)
    setOver(undefined)
  }
  /** Calls `act` unless the dragged element is of another list. */
  const take = (event: DragEvent, act: (from: number) => void) => {
    if (dragged === undefined) return
    event.preventDefault()
    event.stopPropagation()
    act(dragged)
  }
  return {
    target: (place: number) => ({
      'data-over': over === place || undefined,
      onDragOver: (event: DragEvent) => take(event, () => setOver(place)),
      onDrop: (event: DragEvent) =>
        take(event, (from) => {
          move(from, place)
          end()
        }),
    }),
    grip: (place: number) => ({
      onDragStart: (event: DragEvent) => {
        event.stopPropagation()
        event.dataTransfer.effectAllowed = 'move'
        setDragged(place)
      },
      onDragEnd: end,
    }),
  }
}
