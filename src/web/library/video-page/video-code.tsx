import { queryOptions, useQuery } from '@tanstack/react-query'
import { Download, FolderDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { codeCalls } from '#contract/library/code-calls.ts'
import { type CodeFile, lineCount, shownCode } from '#domain/catalogue/code-files.ts'
import { fileNameOf } from '#domain/catalogue/file-name.ts'
import { m } from '#messages/generated/messages.js'
import { read } from '#web/platform/site/queries.ts'
import { saveFile } from '#web/platform/site/save-file.ts'
import { CopyButton } from '#web/platform/ui/copy-button.tsx'
import { notify } from '#web/platform/ui/notifications-store.ts'
import './video-code.css'

type VideoCodeProps = { videoId: string; title: string }

/** The code of a film, one file at a time, to read, copy and download. Loaded on demand. */
export default function VideoCode({ videoId, title }: VideoCodeProps) {
  const { data, isError } = useQuery(codeQuery(videoId))
  const [chosen, setChosen] = useState<string>()
  const files = data?.files ?? []
  const file = files.find(({ name }) => name === chosen) ?? files[0]
  return (
    <section aria-label={m.code()} className="transcript">
      {isError ? (
        <p role="alert" className="p-4 text-sm">
          {m.code_failure()}
        </p>
      ) : null}
      {file ? (
        <>
          <header className="flex items-center gap-1 border-b border-line p-2">
            <FileNames files={files} shown={file} onChoose={setChosen} />
            <Take key={file.name} file={file} />
            {files.length > 1 ? (
              <TakeButton label={m.code_download_all()} onClick={() => void takeAll(files, title)}>
                <FolderDown className="size-3.5" aria-hidden />
              </TakeButton>
            ) : null}
          </header>
          <Lines key={file.name} file={file} />
        </>
      ) : null}
    </section>
  )
}

/** The name of a single file, or tabs for several. */
function FileNames({
  files,
  shown,
  onChoose,
}: {
  files: readonly CodeFile[]
  shown: CodeFile
  onChoose: (name: string) => void
}) {
  if (files.length === 1) return <h2 className="code-name code-names">{shown.name}</h2>
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to a form
    <div role="group" aria-label={m.code_files()} className="code-names">
      {files.map(({ name }) => (
        <button
          key={name}
          type="button"
          className="code-name"
          aria-pressed={name === shown.name}
          onClick={() => onChoose(name)}
        >
          {name}
        </button>
      ))}
    </div>
  )
}

/** The file as plain text with line numbers, which are not copied: CSS generates them. */
function Lines({ file: { name, text } }: { file: CodeFile }) {
  const numbers = Array.from({ length: lineCount(text) }, (_, index) => index + 1).join('\n')
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable by keyboard
    <section className="code-lines" aria-label={m.code_lines({ name })} tabIndex={0} translate="no">
      <div className="code-numbers" data-numbers={numbers} aria-hidden />
      <pre>{shownCode(text)}</pre>
    </section>
  )
}

/** Copies a file, or downloads it unchanged. */
function Take({ file: { name, text } }: { file: CodeFile }) {
  return (
    <>
      <CopyButton
        text={shownCode(text)}
        label={m.code_copy({ name })}
        copied={m.code_copied({ name })}
        failed={m.code_copy_failed()}
      />
      <TakeButton
        label={m.code_download({ name })}
        onClick={() => saveFile(asWritten(text), name.slice(name.lastIndexOf('/') + 1))}
      >
        <Download className="size-3.5" aria-hidden />
      </TakeButton>
    </>
  )
}

function TakeButton({
  label,
  onClick,
  children,
}: {
  label: string
  onClick: () => void
  children: ReactNode
}) {
  return (
    <button
      type="button"
      className="grid size-7 shrink-0 place-items-center rounded text-muted hover:bg-raised hover:text-ink"
      title={label}
      aria-label={label}
      onClick={onClick}
    >
      {children}
    </button>
  )
}

async function takeAll(files: readonly CodeFile[], title: string): Promise<void> {
  try {
    const { zipped } = await import('./zip-code.ts')
    saveFile(zipped(files), `${fileNameOf(title, 'code')}.zip`)
  } catch {
    notify(m.beside_failure(), 'error')
  }
}

/** Without a media type, so that every browser keeps the file name. */
const asWritten = (text: string) => new Blob([text], { type: 'application/octet-stream' })

function codeQuery(videoId: string) {
  return queryOptions({
    queryKey: ['video-code', videoId],
    queryFn: ({ signal }) => read(codeCalls.videoCode, { params: { id: videoId }, signal }),
  })
}
