import { type ComponentType, lazy } from 'react'

type Shown<Props> = ComponentType<Props> | ReturnType<typeof lazy<ComponentType<Props>>>

/**
 * A component whose code is loaded when it is shown, or before: then it is there at once, and nothing moves when it comes.
 * `component` is to be asked for at each drawing.
 */
export function lazyAhead<Props>(load: () => Promise<{ default: ComponentType<Props> }>): {
  readonly preload: () => Promise<{ default: ComponentType<Props> }>
  readonly component: () => Shown<Props>
} {
  const preload = async () => {
    const code = await load()
    shown = code.default
    return code
  }
  let shown: Shown<Props> = lazy(preload)
  return { preload, component: () => shown }
}
