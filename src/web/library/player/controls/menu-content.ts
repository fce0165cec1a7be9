import type { Chapter } from '#contract/library/library.ts'

/** A part of a menu of the bar. */
export type MenuPart =
  | {
      /** `captions` also offers their size and position. */
      readonly kind: 'choices' | 'captions'
      readonly label: string
      readonly value: string
      readonly choices: readonly { readonly value: string; readonly label: string }[]
      readonly onChoose: (value: string) => void
    }
  | {
      readonly kind: 'chapters'
      readonly label: string
      readonly chapters: readonly Chapter[]
      readonly current: number
      readonly onChoose: (startSeconds: number) => void
    }

/** The content of a menu of the bar: one part, or several below each other. */
export type MenuContent =
  | MenuPart
  | { readonly kind: 'sheet'; readonly label: string; readonly parts: readonly MenuPart[] }
