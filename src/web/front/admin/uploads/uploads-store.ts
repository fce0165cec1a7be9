import { create } from 'zustand'
import { sendFile } from './send-file.ts'

/** An upload whose file this page has. */
export type SentUpload = {
  readonly id: string
  readonly videoId: string
  readonly name: string
  readonly length: number
  /** Bytes that have left this browser. */
  readonly sent: number
  readonly state: 'waiting' | 'sending' | 'away' | 'paused' | 'signed-out' | 'stopped' | 'complete'
  /** Why it stopped. */
  readonly sentence?: string
  /** Bytes a second, since it was begun or went on. */
  readonly rate?: number
}

/** Uploads go on while the admin is at other pages; one file after the other. */
export const useSentUploads = create<{ readonly uploads: readonly SentUpload[] }>()(() => ({ uploads: [] }))

/** What cannot be shown: the files, and how those under way are stopped. */
const files = new Map<string, File>()
let underWay: { readonly id: string; stop(): void } | undefined

/** Sends a file once those before it are sent. */
export function enqueue(
  upload: Pick<SentUpload, 'id' | 'videoId' | 'name' | 'length'> & { readonly received: number },
  file: File,
): void {
  const { received, ...known } = upload
  files.set(upload.id, file)
  useSentUploads.setState(({ uploads }) => ({
    uploads: [
      ...uploads.filter(({ id }) => id !== upload.id),
      { ...known, sent: received, state: 'waiting' },
    ],
  }))
  sendNext()
}

export function pause(id: string): void {
  stopSending(id)
  change(id, { state: 'paused' })
  sendNext()
}

export function goOn(id: string): void {
  change(id, { state: 'waiting', sentence: undefined })
  sendNext()
}

/** It was given up, or its film is shown elsewhere now. */
export function forget(id: string): void {
  stopSending(id)
  files.delete(id)
  useSentUploads.setState(({ uploads }) => ({ uploads: uploads.filter((one) => one.id !== id) }))
  sendNext()
}

function stopSending(id: string): void {
  if (underWay?.id !== id) return
  underWay.stop()
  underWay = undefined
}

function sendNext(): void {
  if (underWay) return
  const next = useSentUploads.getState().uploads.find(({ state }) => state === 'waiting')
  const file = next && files.get(next.id)
  if (!next || !file) return
  let stopped = false
  let stop: (() => unknown) | undefined
  underWay = {
    id: next.id,
    stop() {
      stopped = true
      stop?.()
    },
  }
  const own = underWay
  const end = (last: Change) => {
    if (stopped) return
    if (underWay === own) underWay = undefined
    if (last.state === 'complete') files.delete(next.id)
    change(next.id, last)
    sendNext()
  }
  const began = { ms: performance.now(), sent: next.sent }
  change(next.id, { state: 'sending', rate: undefined })
  sendFile(file, next.id, {
    onProgress: (sent) => {
      const seconds = (performance.now() - began.ms) / 1000
      // what was sent before counts for nothing
      if (sent < began.sent || seconds < 2) change(next.id, { sent })
      else change(next.id, { sent, rate: (sent - began.sent) / seconds })
    },
    onAway: (isAway) => change(next.id, { state: isAway ? 'away' : 'sending' }),
    onComplete: () => end({ state: 'complete', sent: next.length }),
    onStopped: (why) =>
      end(why === 'signed-out' ? { state: 'signed-out' } : { state: 'stopped', sentence: why }),
  }).then(
    (stopIt) => {
      stop = stopIt
      if (stopped) stopIt()
    },
    (error) => end({ state: 'stopped', sentence: String(error.message ?? error) }),
  )
}

type Change = { [Key in keyof SentUpload]?: SentUpload[Key] | undefined }

function change(id: string, to: Change): void {
  useSentUploads.setState(({ uploads }) => ({
    uploads: uploads.map((one) => (one.id === id ? ({ ...one, ...to } as SentUpload) : one)),
  }))
}
