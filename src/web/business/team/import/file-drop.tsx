import { Upload } from 'lucide-react'
import { useState } from 'react'
import { m } from '#messages/generated/messages.js'

/** Chooses a CSV file, by dialog or drag and drop. */
export function FileDrop({ onFile }: { onFile: (file: File) => void }) {
  const [over, setOver] = useState(false)
  return (
    <label
      className={`grid justify-items-center gap-1 rounded-card border border-dashed px-5 py-8 text-center has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-accent ${over ? 'border-accent bg-accent-soft' : 'border-control hover:bg-raised'}`}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        const [file] = event.dataTransfer.files
        if (file) onFile(file)
      }}
    >
      <Upload className="size-5 text-muted" aria-hidden />
      <span className="text-sm font-medium">{m.import_choose()}</span>
      <span className="caption max-sm:hidden" aria-hidden>
        {m.import_drop()}
      </span>
      <input
        type="file"
        accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
        className="sr-only"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          // allows choosing the same file again after correcting it
          target.value = ''
          if (file) onFile(file)
        }}
      />
    </label>
  )
}
