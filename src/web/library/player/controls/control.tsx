import type { ComponentProps, ReactElement, ReactNode } from 'react'

export const icon = { className: 'size-5', 'aria-hidden': true } as const
export const filled = { ...icon, className: 'size-5 fill-current' } as const

/** For the handle of a slider: the player's library gives it `autocomplete`, which only form fields have. */
export const notCompleted = { autoComplete: undefined }

type ButtonProps = ComponentProps<'button'>

/** A button of the bar: its name and key are shown on hover. */
export function control(
  props: ButtonProps,
  picture: ReactNode,
  shortcut?: string,
  className = '',
): ReactElement<ButtonProps> {
  const name = props['aria-label'] ?? ''
  return (
    <button
      type="button"
      {...props}
      className={`control ${className}`}
      title={shortcut ? `${name} (${shortcut})` : name}
    >
      {picture}
    </button>
  )
}
