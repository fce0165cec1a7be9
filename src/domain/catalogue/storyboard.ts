/** Preview pictures of a film on one sheet, of equal size, in rows from the left, each for the same number of seconds. */
export type Storyboard = {
  /** Pixels of one picture. */
  readonly width: number
  readonly height: number
  /** Pictures per row. */
  readonly columns: number
  readonly count: number
  readonly everySeconds: number
}

/** Returns the position of a second's picture on the sheet, from 0; clamped to the first or last picture. */
export function pictureAt(
  { columns, count, everySeconds }: Storyboard,
  second: number,
): { readonly column: number; readonly row: number } {
  // 6.3 / 2.1 is a little less than 3
  const place = Math.min(Math.max(Math.floor(second / everySeconds + 1e-6), 0), count - 1)
  return { column: place % columns, row: Math.floor(place / columns) }
}

export function rowsOf({ columns, count }: Pick<Storyboard, 'columns' | 'count'>): number {
  return Math.ceil(count / columns)
}

const mostPictures = 100
const leastSeconds = 2

/** Returns the storyboard of a film: a picture every two seconds, less often where that would exceed 100 pictures. */
export function plannedStoryboard(durationSeconds: number): Storyboard {
  const everySeconds = Math.max(leastSeconds, Math.ceil(durationSeconds / mostPictures))
  const count = Math.max(1, Math.ceil(durationSeconds / everySeconds))
  return { width: 192, height: 108, columns: Math.min(10, count), count, everySeconds }
}

/** Returns the times of the pictures, in seconds: the middle of each interval. */
export function momentsOf({ count, everySeconds }: Storyboard, durationSeconds: number): number[] {
  return Array.from({ length: count }, (_, place) => {
    const from = place * everySeconds
    return (from + Math.max(from, Math.min(from + everySeconds, durationSeconds))) / 2
  })
}
