import { create } from 'zustand'
import type { HistoryEntry } from '#contract/library/library.ts'
import { type CartItem, keptCart } from '#domain/shop/cart.ts'
import { storageKey } from './tab-storage.ts'

/** What this browser remembers, under one key, so that one button can delete it (product.md section 3). */
export type LocalState = {
  /** Undefined follows the system. */
  theme: 'light' | 'dark' | undefined
  /** Playback rate, 0.5 to 3. */
  speed: number
  /** Lines of the film's picture that somebody chose; 0 chooses by the line and the player. */
  quality: number
  /** 0 to 1. */
  volume: number
  muted: boolean
  captions: boolean
  /** Language of the captions; empty for the page's. */
  captionsLanguage: string
  captionsSize: 'small' | 'normal' | 'large'
  /** Position of the captions: at the film's bottom or top, or below the picture. */
  captionsPlace: 'bottom' | 'top' | 'below'
  autoplay: boolean
  theatre: boolean
  filtersOpen: boolean
  /** Whether the library is listed by topic by default; else by publishing date. */
  byTopic: boolean
  /** Whether videos are listed as a compact list; else as cards. */
  listView: boolean
  /** How many films "Continue watching" showed last: their space is reserved while the library loads. */
  continued: number
  /** Films watched signed out, newest first. Sent to the account after registering (`accounts/begun-as-visitor.ts`). */
  begun: readonly HistoryEntry[]
  headerCollapsed: boolean
  /** Whether keys such as `t` or `/` work without Ctrl (WCAG 2.1.4). */
  letterKeys: boolean
  /** The shop's cart, signed in or not. */
  cart: readonly CartItem[]
}

type LocalStore = LocalState & {
  set(change: Partial<LocalState>): void
  reset(): void
}

const initial: LocalState = {
  theme: undefined,
  speed: 1,
  quality: 0,
  volume: 1,
  muted: false,
  captions: true,
  captionsLanguage: '',
  captionsSize: 'normal',
  captionsPlace: 'bottom',
  autoplay: false,
  theatre: false,
  filtersOpen: false,
  byTopic: false,
  listView: false,
  continued: 0,
  begun: [],
  headerCollapsed: false,
  letterKeys: true,
  cart: [],
}

export const useLocalState = create<LocalStore>()((set) => ({
  ...initial,
  ...onlyFitting(kept()),
  set: (change) => set(change),
  reset: () => set(initial),
}))

// replaces zustand's `persist`, a kilobyte of each first visit
useLocalState.subscribe((state) => {
  try {
    localStorage.setItem(storageKey, JSON.stringify({ state, version: 1 }))
  } catch {
    // without storage it is remembered until the page is left
  }
})

/** Reads the stored value. Undefined if there is none, or the browser refuses storage. */
function kept(): unknown {
  try {
    const entry = JSON.parse(localStorage.getItem(storageKey) ?? 'null')
    return entry?.version === 1 ? entry.state : undefined
  } catch {
    return undefined
  }
}

/** Drops invalid values (edited by hand, or of another version), which could break the player permanently. */
function onlyFitting(kept: unknown): Partial<LocalState> {
  if (typeof kept !== 'object' || kept === null) return {}
  const { cart, begun, ...others } = kept as { cart?: unknown; begun?: unknown }
  const fitting = Object.entries(others).filter(([key, value]) =>
    key === 'theme'
      ? value === 'light' || value === 'dark'
      : key in initial && typeof value === typeof initial[key as keyof LocalState],
  )
  return { ...Object.fromEntries(fitting), cart: keptCart(cart), begun: Array.isArray(begun) ? begun : [] }
}
