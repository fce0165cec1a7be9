import { type ReactNode, useEffect, useId, useState } from 'react'
import { codeCalls } from '#contract/library/code-calls.ts'
import type { Video, VideoPreview } from '#contract/library/library.ts'
import { libraryCalls } from '#contract/library/library-calls.ts'
import { beginningFor } from '#domain/catalogue/beginning.ts'
import { type CodeFile, shownCode } from '#domain/catalogue/code-files.ts'
import { minutesAndSeconds } from '#domain/durations.ts'
import { m } from '#messages/generated/messages.js'
import { getLocale } from '#messages/generated/runtime.js'
import { CallProblem, call } from '#web/platform/site/api.ts'
import { CopyButton } from '#web/platform/ui/copy-button.tsx'

/** Presents the video page in three small pictures, made from a free video with captions. */
export default function LandingLearning({ video }: { video: Video }) {
  const id = useId()
  const { preview, file } = useParts(video)
  if (!preview) return null
  const said = beginningFor(preview.beginnings, getLocale())
  return (
    <section aria-labelledby={id} className="mt-16">
      <h2 id={id}>{m.landing_learning()}</h2>
      <ul className="mt-5 grid gap-4 md:grid-cols-2 lg:grid-cols-3">
        {said ? (
          <Picture title={m.landing_read_title()} text={m.landing_read()}>
            <ReadAlong said={said} />
          </Picture>
        ) : null}
        <Picture title={m.landing_speed_title()} text={m.landing_speed()}>
          <OwnSpeed video={video} chapters={preview.chapters} />
        </Picture>
        {file ? (
          <Picture title={m.landing_code_title()} text={m.landing_code()}>
            <CodeToTake file={file} />
          </Picture>
        ) : null}
      </ul>
    </section>
  )
}

function Picture({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <li className="card flex min-w-0 flex-col overflow-hidden">
      <div className="h-44 overflow-hidden border-b border-line bg-raised p-4 text-[0.8125rem]">
        {children}
      </div>
      <div className="px-4 py-3">
        <h3 className="text-base">{title}</h3>
        <p className="text-[0.8125rem] text-muted">{text}</p>
      </div>
    </li>
  )
}

/** The sentences of the transcript, marked one after the other as if spoken. */
function ReadAlong({ said: { srclang, text } }: { said: VideoPreview['beginnings'][number] }) {
  const sentences = text.split(/(?<=[.!?…]) +/)
  const [now, setNow] = useState(0)
  useEffect(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const timer = setInterval(() => setNow((before) => (before + 1) % sentences.length), sentenceMs)
    return () => clearInterval(timer)
  }, [sentences.length])
  return (
    <ol lang={srclang} className="grid gap-0.5 leading-snug">
      {sentences.map((sentence, index) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: the sentences do not move
          key={index}
          className={`rounded px-2 py-0.5 ${index === now ? 'bg-accent-soft text-accent' : 'text-muted'}`}
        >
          {sentence}
        </li>
      ))}
    </ol>
  )
}

/** A bar with the video's chapters, the speed, and the position where playing continues. */
function OwnSpeed({ video, chapters }: { video: Video; chapters: VideoPreview['chapters'] }) {
  const { durationSeconds } = video
  const ends = [...chapters.slice(1).map(({ startSeconds }) => startSeconds), durationSeconds]
  const place = Math.round(durationSeconds * placeShare)
  return (
    <div aria-hidden className="flex h-full flex-col justify-center gap-5">
      <div className="flex justify-center gap-1">
        {speeds.map((speed) => (
          <span
            key={speed}
            className={`rounded-full px-2 py-0.5 font-mono text-xs ${speed === chosenSpeed ? 'bg-accent text-accent-ink' : 'text-muted'}`}
          >
            {speed}×
          </span>
        ))}
      </div>
      <div className="flex gap-0.5">
        {(chapters.length > 0 ? chapters : [{ startSeconds: 0 }]).map(({ startSeconds }, index) => {
          const length = (ends[index] ?? durationSeconds) - startSeconds
          const filled = Math.min(1, Math.max(0, (place - startSeconds) / length))
          return (
            <span
              key={startSeconds}
              className="h-1.5 overflow-hidden rounded-full bg-line"
              style={{ flexGrow: length }}
            >
              <span className="block h-full bg-accent" style={{ inlineSize: `${filled * 100}%` }} />
            </span>
          )
        })}
      </div>
      <p className="text-center font-mono text-xs text-muted">
        {m.landing_place({ time: minutesAndSeconds(place) })}
      </p>
    </div>
  )
}

/** The first lines of a file, with a copy button as next to its video. */
function CodeToTake({ file: { name, text } }: { file: CodeFile }) {
  const code = shownCode(text)
  return (
    <div translate="no">
      <div className="-mt-1 flex items-center justify-between gap-2">
        <span className="truncate font-mono text-xs">{name}</span>
        <CopyButton
          text={code}
          label={m.code_copy({ name })}
          copied={m.code_copied({ name })}
          failed={m.code_copy_failed()}
        />
      </div>
      <pre className="mt-1 overflow-hidden font-mono text-xs leading-relaxed" dir="ltr">
        {code.split('\n').slice(0, linesShown).join('\n')}
      </pre>
    </div>
  )
}

/** Returns the data for the pictures. Empty if it cannot be read. */
function useParts({ id, codeFiles }: Video): {
  preview: VideoPreview | undefined
  file: CodeFile | undefined
} {
  const [parts, setParts] = useState<{ preview: VideoPreview; file: CodeFile | undefined }>()
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    const read = async () => {
      const [preview, code] = await Promise.all([
        call(libraryCalls.videoPreview, { params: { id }, signal }),
        codeFiles ? call(codeCalls.videoCode, { params: { id }, signal }) : undefined,
      ])
      if (preview instanceof CallProblem || signal.aborted) return
      const file = code === undefined || code instanceof CallProblem ? undefined : code.body.files[0]
      setParts({ preview: preview.body, file })
    }
    read()
    return () => leaving.abort()
  }, [id, codeFiles])
  return { preview: parts?.preview, file: parts?.file }
}

const sentenceMs = 2_500
const speeds = [1, 1.25, 1.5, 1.75, 2]
const chosenSpeed = 1.5
const placeShare = 0.6
const linesShown = 7
