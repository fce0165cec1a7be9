import type { Chapter } from '#contract/library/library.ts'

/** One thing that a menu of the bar offers. */
export type MenuPart =
  | {
      /** `captions` offers their size and place, too. */
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

/** What a menu of the bar offers: one thing, or several below each other. */
export type MenuContent =
  | MenuPart
  | { readonly kind: 'sheet'; readonly label: string; readonly parts: readonly MenuPart[] }
