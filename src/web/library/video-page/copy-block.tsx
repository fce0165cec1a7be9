import { m } from '#messages/generated/messages.js'
import { CopyButton } from '#web/platform/ui/copy-button.tsx'

/** Copies a code block of a text. */
export default function CopyBlock({ text }: { text: string }) {
  return (
    <div className="absolute top-1 right-1 rounded bg-surface">
      <CopyButton
        text={text}
        label={m.block_copy()}
        copied={m.block_copied()}
        failed={m.block_copy_failed()}
      />
    </div>
  )
}
