import { type RefObject, useId, useRef } from 'react'
import { minutesAndSeconds } from '#domain/durations.ts'
import { m } from '#messages/generated/messages.js'
import type { Faults } from '#web/platform/site/use-call.ts'
import { Button } from '#web/platform/ui/button.tsx'
import { describedBy, Labelled } from '#web/platform/ui/field.tsx'
import { linesOf } from './film-draft.ts'

type ChaptersFieldProps = {
  value: string
  faults: Faults
  player: RefObject<HTMLVideoElement | null>
  onChange: (lines: string) => void
}

/** Chapters as lines, `0:21 Two counters`, with the second at which the film beside them stands. */
export function ChaptersField({ value, faults, player, onChange }: ChaptersFieldProps) {
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const error = faultsOf(value, faults)
  const insert = () => {
    const place = area.current?.selectionStart ?? value.length
    const before = value.slice(0, place)
    const gap = before === '' || before.endsWith('\n') ? '' : '\n'
    const time = `${gap}${minutesAndSeconds(player.current?.currentTime ?? 0)} `
    onChange(before + time + value.slice(place))
    // once the text is drawn
    requestAnimationFrame(() => {
      area.current?.focus()
      area.current?.setSelectionRange(place + time.length, place + time.length)
    })
  }
  return (
    <Labelled id={id} label={m.library_chapters()} hint={m.library_chapters_hint()} error={error}>
      <textarea
        id={id}
        ref={area}
        className="input num block"
        rows={Math.max(4, value.split('\n').length + 1)}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, true, error)}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <Button className="justify-self-start" onClick={insert}>
        {m.library_chapter_now()}
      </Button>
    </Labelled>
  )
}

function faultsOf(value: string, faults: Faults): string | undefined {
  const said = linesOf(value).flatMap((line, place) => {
    const fault = faults[`chapters.${place}`]
    return fault ? [`${line}: ${fault}`] : []
  })
  return [faults.chapters, ...said].filter(Boolean).join(' ') || undefined
}
