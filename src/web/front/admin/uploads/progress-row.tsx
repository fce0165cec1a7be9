import type { ReactNode } from 'react'
import { m } from '#messages/generated/messages.js'

type ProgressRowProps = {
  /** Names the bar. */
  name: string
  /** In place of the name. */
  shown?: ReactNode
  /** Between 0 and 1; no bar if undefined. */
  done?: number | undefined
  /** Figures, which are not announced each time they change. */
  amount?: string | undefined
  text: string
  children: ReactNode
}

/** A file on its way, or in the works: its name, how much is done, what happens, and what can be done about it. */
export function ProgressRow({ name, shown = name, done, amount, text, children }: ProgressRowProps) {
  return (
    <li className="upload">
      <p className="min-w-0 font-medium break-words">
        <bdi>{shown}</bdi>
      </p>
      <div className="upload-moves">{children}</div>
      {done === undefined ? null : (
        <progress className="upload-progress" max={1} value={done} aria-label={m.upload_progress({ name })} />
      )}
      <p className="caption upload-text">
        <span role="status">{text}</span>
        {amount === undefined ? null : <span className="tabular-nums"> {amount}</span>}
      </p>
    </li>
  )
}
