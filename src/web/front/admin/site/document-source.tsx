import { m } from '#messages/generated/messages.js'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'

type DocumentSourceProps = {
  text: string
  fileChanged: boolean
  busy: boolean
  onDesk: () => void
  onFile: () => void
}

/** Where a document of the site comes from; asks which counts after its file has changed. */
export function DocumentSource({ text, fileChanged, busy, onDesk, onFile }: DocumentSourceProps) {
  return (
    <div className="grid max-w-[65ch] gap-3">
      <p>{text}</p>
      {fileChanged ? (
        <>
          <Alert>{m.words_file_changed()}</Alert>
          <div className="flex flex-wrap gap-3">
            <Button busy={busy} onClick={onDesk}>
              {m.words_take_desk()}
            </Button>
            <Button busy={busy} onClick={onFile}>
              {m.words_take_file()}
            </Button>
          </div>
        </>
      ) : null}
    </div>
  )
}
