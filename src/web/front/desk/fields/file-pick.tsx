import type { ComponentProps } from 'react'
import { buttonClass } from '#web/platform/ui/button.tsx'

type FilePickProps = Pick<ComponentProps<'input'>, 'accept' | 'multiple'> & {
  label: string
  /** Called with at least one file. */
  onFiles: (files: readonly [File, ...File[]]) => void
}

/** A button that opens the computer's file dialog. The same files can be chosen again. */
export function FilePick({ label, onFiles, ...input }: FilePickProps) {
  return (
    <label className={`${buttonClass()} desk-pick`}>
      {label}
      <input
        {...input}
        type="file"
        className="sr-only"
        onChange={({ target }) => {
          const [first, ...others] = target.files ?? []
          if (first) onFiles([first, ...others])
          target.value = ''
        }}
      />
    </label>
  )
}
