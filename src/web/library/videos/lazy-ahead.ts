import { type ComponentType, createElement, lazy } from 'react'

/**
 * Returns a component whose code is loaded on rendering, or before that by `preload`, so that it appears at once and
 * nothing moves.
 */
export function lazyAhead<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> & { readonly preload: () => Promise<unknown> } {
  const preload = async () => {
    const code = await load()
    shown = code.default
    return code
  }
  let shown: ComponentType<Props> = lazy(preload) as unknown as ComponentType<Props>
  return Object.assign((props: Props) => createElement(shown, props), { preload })
}
