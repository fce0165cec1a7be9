/** Effects of keys on the player. */
export type PlayerAction =
  | {
      readonly do: 'toggle-play' | 'toggle-captions' | 'toggle-mute' | 'toggle-full-screen' | 'toggle-theatre'
    }
  | { readonly do: 'faster' | 'slower' | 'next-video' | 'previous-video' | 'show-keys' }
  | { readonly do: 'skip'; readonly seconds: number }
  | { readonly do: 'step'; readonly frames: 1 | -1 }
  | { readonly do: 'change-volume'; readonly by: number }
  | { readonly do: 'go-to-percent'; readonly percent: number }

/** Keys that act anywhere on the page; they can be switched off (WCAG 2.1.4). */
const pageKeys: Readonly<Record<string, PlayerAction>> = {
  k: { do: 'toggle-play' },
  j: { do: 'skip', seconds: -10 },
  l: { do: 'skip', seconds: 10 },
  f: { do: 'toggle-full-screen' },
  m: { do: 'toggle-mute' },
  c: { do: 'toggle-captions' },
  t: { do: 'toggle-theatre' },
  ',': { do: 'step', frames: -1 },
  '.': { do: 'step', frames: 1 },
  '>': { do: 'faster' },
  '<': { do: 'slower' },
  '?': { do: 'show-keys' },
}

/** Keys that act only inside the player: elsewhere they scroll the page and press buttons. */
const playerKeys: Readonly<Record<string, PlayerAction>> = {
  ' ': { do: 'toggle-play' },
  Home: { do: 'go-to-percent', percent: 0 },
  End: { do: 'go-to-percent', percent: 100 },
  ArrowLeft: { do: 'skip', seconds: -5 },
  ArrowRight: { do: 'skip', seconds: 5 },
  ArrowUp: { do: 'change-volume', by: 0.05 },
  ArrowDown: { do: 'change-volume', by: -0.05 },
}

export type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** The context of a key press. */
export type KeyPlace = {
  readonly inPlayer: boolean
  /** In a text field or a dialog. */
  readonly inField: boolean
  /** On an element that Space activates. */
  readonly onButton: boolean
  /** On an element that handles arrows: a slider, a menu. */
  readonly onSlider: boolean
  readonly letterKeys: boolean
}

/** Returns the player action of a key press; undefined if the key is not meant for the player. */
export function actionOf(press: KeyPress, place: KeyPlace): PlayerAction | undefined {
  if (press.ctrlKey || press.metaKey || press.altKey || place.inField) return undefined
  const inPlayer = playerKeys[press.key]
  if (inPlayer) {
    const taken = place.onSlider || (place.onButton && press.key === ' ')
    return place.inPlayer && !taken && !press.shiftKey ? inPlayer : undefined
  }
  if (!place.letterKeys) return undefined
  if (press.shiftKey && press.key.toLowerCase() === 'n') return { do: 'next-video' }
  if (press.shiftKey && press.key.toLowerCase() === 'p') return { do: 'previous-video' }
  if (/^[0-9]$/.test(press.key)) return { do: 'go-to-percent', percent: Number(press.key) * 10 }
  // Shift changes a letter's meaning, but `<`, `>` and `?` need it on many keyboards
  return press.shiftKey && /^[a-z]$/i.test(press.key) ? undefined : pageKeys[press.key.toLowerCase()]
}
