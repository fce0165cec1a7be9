import { type Color, clampRgb, converter, formatHex, wcagContrast } from 'culori'

/** Lightness and chroma of a token in light and dark, as in `styles.css`. */
type Token = { readonly light: Shade; readonly dark: Shade }
type Shade = readonly [lightness: number, chroma: number]

/** Tokens that depend on the hue, besides the greys. */
const tokens = {
  page: { light: [0.985, 0.003], dark: [0.165, 0.008] },
  surface: { light: [1, 0], dark: [0.2, 0.01] },
  raised: { light: [0.965, 0.005], dark: [0.25, 0.012] },
  control: { light: [0.62, 0.012], dark: [0.56, 0.014] },
  ink: { light: [0.22, 0.015], dark: [0.955, 0.005] },
  muted: { light: [0.47, 0.015], dark: [0.735, 0.012] },
  'accent-soft': { light: [0.945, 0.03], dark: [0.285, 0.045] },
  accent: { light: [0.47, 0.105], dark: [0.83, 0.14] },
  'accent-strong': { light: [0.41, 0.1], dark: [0.88, 0.13] },
  'accent-ink': { light: [0.99, 0.01], dark: [0.2, 0.04] },
} as const satisfies Record<string, Token>
export type TokenName = keyof typeof tokens

const grounds = ['page', 'surface', 'raised', 'accent-soft'] as const

/** Foreground and background pairs with the contrast that WCAG 2.2 AA requires (1.4.3, 1.4.11). */
export const pairs: readonly {
  readonly front: TokenName
  readonly ground: TokenName
  readonly least: number
}[] = [
  ...(['ink', 'accent', 'accent-strong'] as const).flatMap((front) =>
    grounds.map((ground) => ({ front, ground, least: 4.5 })),
  ),
  ...(['page', 'surface', 'raised'] as const).map(
    (ground) => ({ front: 'muted', ground, least: 4.5 }) as const,
  ),
  ...(['page', 'surface'] as const).map((ground) => ({ front: 'control', ground, least: 3 }) as const),
  ...(['accent', 'accent-strong'] as const).map(
    (ground) => ({ front: 'accent-ink', ground, least: 4.5 }) as const,
  ),
]

export type Scheme = 'light' | 'dark'
/** The shades of all tokens in both colour schemes. */
export type Theme = { readonly hue: number; readonly shades: Readonly<Record<TokenName, Token>> }

/**
 * Returns the colours for a hue, with the product's lightness and chroma. Where the screen's gamut reduces the chroma
 * and so the contrast of a text, the text becomes darker or lighter until its contrast suffices.
 */
export function themeOf(hue: number): Theme {
  const shades: Record<TokenName, Token> = structuredClone(tokens) as never
  for (const scheme of ['light', 'dark'] as const)
    for (const { front, ground, least } of pairs) {
      const away = front === 'accent-ink' ? (scheme === 'light' ? 1 : -1) : scheme === 'light' ? -1 : 1
      while (contrastOf({ hue, shades }, scheme, front, ground) < least) {
        const [lightness, chroma] = shades[front][scheme]
        const next = Math.round((lightness + away * 0.005) * 1000) / 1000
        if (next < 0 || next > 1) break
        shades[front] = { ...shades[front], [scheme]: [next, chroma] }
      }
    }
  return { hue, shades }
}

/** Contrast ratio of two tokens within the screen's gamut. */
export function contrastOf(theme: Theme, scheme: Scheme, front: TokenName, ground: TokenName): number {
  return wcagContrast(shown(theme, scheme, front), shown(theme, scheme, ground))
}

/** Returns a token as `#rrggbb`. */
export function hexOf(theme: Theme, scheme: Scheme, token: TokenName): string {
  return formatHex(shown(theme, scheme, token))
}

/** Returns the CSS of a theme: the hue, and the tokens that differ from `styles.css`. */
export function themeCss(theme: Theme): string {
  const changed = (Object.keys(tokens) as TokenName[]).filter(
    (name) => JSON.stringify(theme.shades[name]) !== JSON.stringify(tokens[name]),
  )
  const value = ([lightness, chroma]: Shade) => `oklch(${lightness} ${chroma} var(--hue))`
  const overrides = changed.map((name) => {
    const { light, dark } = theme.shades[name]
    return `--${name}:light-dark(${value(light)},${value(dark)});`
  })
  // doubled for a higher specificity than the style sheet's
  return `:root:root{--hue:${Math.round(theme.hue * 10) / 10};${overrides.join('')}}`
}

const toOklch = converter('oklch')

/** Undefined for greys. */
export function hueOf(colour: Color | undefined): number | undefined {
  const { c = 0, h } = (colour && toOklch(colour)) ?? {}
  return c < 0.02 ? undefined : h
}

function shown({ hue, shades }: Theme, scheme: Scheme, token: TokenName): Color {
  const [l, c] = shades[token][scheme]
  return clampRgb({ mode: 'oklch', l, c, h: hue })
}
