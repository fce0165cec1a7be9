import type { FilmSize } from '#domain/catalogue/film-form.ts'

/** What is known when a file is chosen. */
export type Choosing = {
  /** The height that the viewer has chosen; 0 for automatic. */
  readonly wanted: number
  /** Whether the browser is asked to save data. */
  readonly savesData?: boolean | undefined
  /** Throughput of the line; undefined where unknown. */
  readonly kilobitsPerSecond?: number | undefined
  /** Height of the player in device pixels; undefined where unknown. */
  readonly playerHeight?: number | undefined
  /** Playback rate: at twice the speed a film needs twice the throughput. */
  readonly speed?: number | undefined
}

/**
 * Returns which of a film's sizes to play: the tallest up to the height that the viewer wants. Automatic takes the next
 * taller one only where the player shows more lines than the smaller one has, and the line carries it one and a half times,
 * because the bit rate of a film varies. Undefined for no sizes.
 */
export function chooseSize<Size extends FilmSize>(
  sizes: readonly Size[],
  { wanted, savesData, kilobitsPerSecond = 1e9, playerHeight = 1e9, speed = 1 }: Choosing,
): Size | undefined {
  const ascending = [...sizes].sort((a, b) => a.height - b.height)
  let [chosen] = ascending
  for (const size of ascending) {
    const fits = wanted
      ? size.height <= wanted
      : !savesData &&
        (chosen?.height ?? 0) < playerHeight &&
        size.kilobitsPerSecond * speed * 1.5 <= kilobitsPerSecond
    if (fits) chosen = size
  }
  return chosen
}
