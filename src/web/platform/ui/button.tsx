import type { ComponentProps } from 'react'

type Look = { variant?: 'plain' | 'primary' | 'danger' | 'quiet'; size?: 'normal' | 'large' | 'icon' }

/** A push button. While `busy` it keeps focus and label, but ignores clicks. */
export function Button({
  variant,
  size,
  busy = false,
  className = '',
  type = 'button',
  onClick,
  ...rest
}: ComponentProps<'button'> & Look & { busy?: boolean }) {
  return (
    <button
      type={type}
      className={`${buttonClass({ variant, size })} ${className}`}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={(event) => (busy ? event.preventDefault() : onClick?.(event))}
      {...rest}
    />
  )
}

/** For links that look like buttons. */
export function buttonClass({
  variant = 'plain',
  size = 'normal',
}: { [K in keyof Look]: Look[K] | undefined } = {}) {
  return `button button-${variant} button-${size}`
}
