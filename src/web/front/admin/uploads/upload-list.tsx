import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { adminUploadCalls } from '#contract/admin/library/admin-upload-calls.ts'
import { m } from '#messages/generated/messages.js'
import { useDeskRead } from '#web/front/desk/desk-query.ts'
import { call } from '#web/platform/site/api.ts'
import { signInAgain } from '#web/platform/site/ended-session.ts'
import { useCall } from '#web/platform/site/use-call.ts'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { ProgressRow } from './progress-row.tsx'
import { minutesLeft, sizeText } from './upload-texts.ts'
import { forget, goOn, pause, type SentUpload, useSentUploads } from './uploads-store.ts'

/** The uploads of a video, or all: those of this page, and those whose file has to be dropped again to go on. */
export function UploadList({ videoId }: { videoId?: string }) {
  const { uploads: sent } = useSentUploads()
  const { data, refetch } = useDeskRead(adminUploadCalls.uploads, 'uploads[]')
  const isShown = (one: { readonly videoId: string }) => videoId === undefined || one.videoId === videoId
  const here = sent.filter(isShown)
  useEndOfComplete(here)
  const elsewhere = (data?.uploads ?? []).filter(
    (one) => isShown(one) && !sent.some(({ id }) => id === one.id),
  )
  if (here.length + elsewhere.length === 0) return null
  return (
    <ul className="uploads" aria-label={m.uploads()}>
      {here.map((upload) => (
        <ProgressRow
          key={upload.id}
          name={upload.name}
          done={upload.sent / upload.length}
          amount={amountOf(upload.sent, upload.length)}
          text={textOf(upload)}
        >
          <Moves upload={upload} />
          {upload.state === 'complete' ? null : <Discard upload={upload} onDone={refetch} />}
        </ProgressRow>
      ))}
      {elsewhere.map((upload) => (
        <ProgressRow
          key={upload.id}
          name={upload.name}
          done={upload.received / upload.length}
          amount={amountOf(upload.received, upload.length)}
          text={m.upload_drop_again()}
        >
          <Discard upload={upload} onDone={refetch} />
        </ProgressRow>
      ))}
    </ul>
  )
}

/** What is complete is shown by its processing from then on. */
function useEndOfComplete(uploads: readonly SentUpload[]): void {
  const client = useQueryClient()
  const complete = uploads.filter(({ state }) => state === 'complete').map(({ id }) => id)
  const ids = complete.join()
  useEffect(() => {
    if (ids === '') return
    client.invalidateQueries({ queryKey: ['admin'] }).then(() => {
      for (const id of ids.split(',')) forget(id)
    })
  }, [client, ids])
}

function amountOf(sent: number, length: number): string {
  return m.upload_amount({ percent: Math.floor((sent / length) * 100), size: sizeText(length) })
}

function textOf(upload: SentUpload): string {
  const { state, sentence } = upload
  if (state === 'sending') {
    const minutes = minutesLeft(upload)
    return minutes === undefined ? m.upload_sending() : m.upload_minutes_left({ count: minutes })
  }
  if (state === 'stopped') return sentence ?? m.failure()
  return texts[state]()
}

const texts = {
  waiting: m.upload_waiting,
  away: m.upload_away,
  paused: m.upload_paused,
  'signed-out': m.upload_signed_out,
  complete: m.upload_complete,
}

function Moves({ upload: { id, name, state } }: { upload: SentUpload }) {
  const label = (text: string) => `${text}: ${name}`
  if (state === 'sending' || state === 'waiting' || state === 'away')
    return (
      <Button aria-label={label(m.upload_pause())} onClick={() => pause(id)}>
        {m.upload_pause()}
      </Button>
    )
  if (state === 'complete') return null
  const resume = async () => {
    if (state !== 'signed-out' || (await signInAgain())) goOn(id)
  }
  return (
    <Button aria-label={label(m.upload_go_on())} onClick={resume}>
      {m.upload_go_on()}
    </Button>
  )
}

type DiscardProps = {
  upload: { readonly id: string; readonly name: string }
  onDone: () => unknown
}

/** Gives an upload up; what has arrived of it is deleted. */
function Discard({ upload: { id, name }, onDone }: DiscardProps) {
  const { busy, refusal, send } = useCall(
    () => {
      pause(id)
      return call(adminUploadCalls.dropUpload, { params: { id } })
    },
    {
      onDone: () => {
        forget(id)
        return onDone()
      },
    },
  )
  return (
    <>
      <Button
        variant="quiet"
        busy={busy}
        aria-label={`${m.upload_discard()}: ${name}`}
        onClick={() => send()}
      >
        {m.upload_discard()}
      </Button>
      {refusal ? <Alert>{refusal}</Alert> : null}
    </>
  )
}
