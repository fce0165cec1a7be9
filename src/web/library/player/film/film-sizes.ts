import type { Playback } from '#contract/library/library.ts'
import { chooseSize } from '#domain/films/choose-size.ts'
import { m } from '#messages/generated/messages.js'
import { useLocalState } from '#web/platform/site/store.ts'
import { isBegun } from './begun-film.ts'
import type { ShownSize } from './film.ts'
import { followLine } from './follow-line.ts'
import { holdFrame } from './hold-frame.ts'
import { choosing } from './line.ts'

type Size = NonNullable<Playback['sizes']>[number]

/** What an element shows: a film whose address is replaced goes on in its size. */
const heights = new WeakMap<HTMLVideoElement, { readonly videoId: string; readonly height: number }>()

/**
 * Chooses the size in which a film is shown: the viewer's, or by the line and the player. Automatic chooses again when the
 * film stalls, or jumps to where nothing is buffered (decisions/056-film-sizes.md). Loaded for films in more than one size.
 */
export function followSizes(
  element: HTMLVideoElement,
  { video: { id: videoId }, sizes = [] }: Playback,
  show: (size: ShownSize) => void,
): () => void {
  let shown: Size | undefined
  let stopLine: (() => void) | undefined
  const update = (size: Size | undefined) => {
    if (!size) return
    if (size.height !== shown?.height) {
      const before = heights.get(element)
      const goesOn = before?.videoId === videoId
      const begun = !goesOn && isBegun(element, videoId) && size.height === window.begunHeight
      if (goesOn && element.getAttribute('src') !== size.url) holdFrame(element)
      heights.set(element, { videoId, height: size.height })
      stopLine?.()
      stopLine = followLine(element, size.kilobitsPerSecond, () =>
        update(chooseSize(sizes, choosing(element))),
      )
      shown = begun ? { ...size, url: element.getAttribute('src') ?? size.url } : size
    }
    show({ videoId, url: (shown ?? size).url, ...offered(sizes, size) })
  }
  const now = heights.get(element)
  const height = now?.videoId === videoId ? now.height : heightBegun(element, videoId, sizes)
  update(chooseSize(sizes, height ? { wanted: height } : choosing(element)))
  const stop = useLocalState.subscribe(({ quality }, before) => {
    if (quality !== before.quality) update(chooseSize(sizes, choosing(element)))
  })
  return () => {
    stop()
    stopLine?.()
  }
}

/**
 * The height of a film that its document has begun, which knew little of the line: before it plays, a smaller one costs
 * nothing. Undefined for other films.
 */
function heightBegun(element: HTMLVideoElement, videoId: string, sizes: readonly Size[]): number | undefined {
  const { begunHeight } = window
  if (!begunHeight || !isBegun(element, videoId)) return undefined
  const fitting = chooseSize(sizes, choosing(element))
  const plays = !element.paused || element.currentTime > 0
  return plays || !fitting ? begunHeight : Math.min(begunHeight, fitting.height)
}

/** The menu of the sizes. */
function offered(sizes: readonly Size[], { height }: Size): Pick<ShownSize, 'name' | 'text' | 'menu'> {
  const { quality, set } = useLocalState.getState()
  const text = m.player_lines({ height })
  return {
    text,
    name: m.player_quality_now({
      quality: quality ? text : m.player_quality_automatic({ quality: text }),
    }),
    menu: {
      kind: 'choices',
      label: m.player_quality(),
      value: String(quality && height),
      choices: [
        { value: '0', label: m.player_auto() },
        ...sizes.map((size) => ({
          value: String(size.height),
          label: m.player_lines({ height: size.height }),
        })),
      ],
      onChoose: (value) => set({ quality: Number(value) }),
    },
  }
}
