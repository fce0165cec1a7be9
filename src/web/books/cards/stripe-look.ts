import type { Appearance } from '@stripe/stripe-js'
import { useMemo } from 'react'
import { useDark } from '#web/platform/ui/use-dark.ts'

/** The appearance of Stripe's framed fields, in light and dark. */
export function useStripeLook(): Appearance {
  const dark = useDark()
  return useMemo(
    () => ({
      theme: dark ? 'night' : 'stripe',
      variables: {
        fontFamily: 'system-ui, sans-serif',
        fontSizeBase: '16px',
        borderRadius: '6px',
        ...colours({
          colorPrimary: '--accent',
          colorBackground: '--surface',
          colorText: '--ink',
          colorTextSecondary: '--muted',
          colorDanger: '--danger',
        }),
      },
    }),
    [dark],
  )
}

/** Returns our tokens as `rgb()`, because Stripe does not know `oklch()`. Omits colours that cannot be read. */
function colours<Name extends string>(tokens: Record<Name, string>): Partial<Record<Name, string>> {
  const context = document.createElement('canvas').getContext?.('2d', { willReadFrequently: true })
  const probe = document.body.appendChild(document.createElement('span'))
  const read = (token: string): string | undefined => {
    probe.style.color = `var(${token})`
    const { color } = getComputedStyle(probe)
    if (!context || color === '') return undefined
    context.fillStyle = color
    context.fillRect(0, 0, 1, 1)
    const [red, green, blue] = context.getImageData(0, 0, 1, 1).data
    return `rgb(${red}, ${green}, ${blue})`
  }
  const found = (Object.entries(tokens) as [Name, string][])
    .map(([name, token]) => [name, read(token)] as const)
    .filter(([, colour]) => colour !== undefined)
  probe.remove()
  return Object.fromEntries(found) as Partial<Record<Name, string>>
}
