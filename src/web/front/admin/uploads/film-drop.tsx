import { useQueryClient } from '@tanstack/react-query'
import { Upload } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { adminUploadCalls } from '#contract/admin/library/admin-upload-calls.ts'
import { m } from '#messages/generated/messages.js'
import { useDeskRead } from '#web/front/desk/desk-query.ts'
import { usePasswordPrompt } from '#web/platform/layout/password-prompt.tsx'
import { CallProblem } from '#web/platform/site/api.ts'
import { firstFault, useCall } from '#web/platform/site/use-call.ts'
import { Alert } from '#web/platform/ui/alert.tsx'
import { type Batch, beginUploads } from './begin-uploads.ts'
import { droppedFiles } from './dropped-files.ts'
import { NoFfmpeg } from './no-ffmpeg.tsx'
import { sizeText } from './upload-texts.ts'
import './uploads.css'

/**
 * Where films are dropped or chosen: one for a video; without `videoId` any number, also in folders, and each becomes a
 * draft. A file that was uploaded in part goes on from there.
 */
export function FilmDrop({ videoId, label }: { videoId?: string; label: string }) {
  const isSeveral = videoId === undefined
  const client = useQueryClient()
  const { data } = useDeskRead(adminUploadCalls.uploads, 'uploads[]')
  const [isOver, setOver] = useState(false)
  const [refused, setRefused] = useState<Batch['refused']>([])
  const { ask, dialog, busy: asking } = usePasswordPrompt()
  const onDone = (batch: Batch) => {
    setRefused(batch.refused)
    return client.invalidateQueries({ queryKey: ['admin'] })
  }
  const { busy, refusal, send } = useCall((batch: Batch, attempt) => beginUploads(batch, attempt), {
    sentenceOf: (problem) => (problem.code === 'password-required' ? undefined : firstFault(problem)),
    onDone: (_, batch) => onDone(batch),
    onRefused: (problem, batch) => {
      if (!(problem instanceof CallProblem && problem.code === 'password-required')) return
      ask({
        message: m.upload_prompt(),
        make: (password, attempt) => beginUploads(batch, attempt, password),
        sentenceOf: firstFault,
        onDone: () => onDone(batch),
      })
    },
  })
  const begin = (files: readonly File[]) => {
    setRefused([])
    const own = isSeveral ? files : files.slice(0, 1)
    if (own.length > 0) send({ files: [...own], videoId, drafts: new Map(), refused: [] })
  }
  return (
    <div className="grid gap-3">
      <Zone isOver={isOver} isSeveral={isSeveral} onOver={setOver} onFiles={begin} isBusy={busy || asking}>
        <span className="text-sm font-medium">{label}</span>
        <span className="caption">{data ? m.upload_limit({ size: sizeText(data.maxBytes) }) : ' '}</span>
      </Zone>
      {refusal ? <Alert>{refusal}</Alert> : null}
      {[...Map.groupBy(refused, ({ sentence }) => sentence)].map(([sentence, files]) => (
        <Alert key={sentence}>
          <bdi className="font-medium break-all">{files.map(({ name }) => name).join(', ')}</bdi> {sentence}
        </Alert>
      ))}
      <NoFfmpeg />
      {dialog}
    </div>
  )
}

type ZoneProps = {
  isOver: boolean
  isSeveral: boolean
  isBusy: boolean
  onOver: (isOver: boolean) => void
  onFiles: (files: readonly File[]) => void
  children: ReactNode
}

function Zone({ isOver, isSeveral, isBusy, onOver, onFiles, children }: ZoneProps) {
  return (
    <label
      className={`grid justify-items-center gap-1 rounded-card border border-dashed px-5 py-8 text-center has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-accent ${isOver ? 'border-accent bg-accent-soft' : 'border-control hover:bg-raised'}`}
      onDragOver={(event) => {
        event.preventDefault()
        onOver(true)
      }}
      onDragLeave={() => onOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        onOver(false)
        droppedFiles(event.dataTransfer).then(onFiles)
      }}
    >
      <Upload className="size-5 text-muted" aria-hidden />
      {children}
      <input
        type="file"
        multiple={isSeveral}
        disabled={isBusy}
        accept="video/*,.mkv,.mxf,.mts,.m2ts,.avi,.flv"
        className="sr-only"
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          // allows choosing the same file again
          target.value = ''
          onFiles(files)
        }}
      />
    </label>
  )
}
