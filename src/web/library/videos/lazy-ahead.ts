import { type ComponentType, createElement, lazy } from 'react'

/**
 * A component whose code is loaded when it is shown, or before, by `preload`: then it is there at once, and nothing moves
 * when it comes.
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
