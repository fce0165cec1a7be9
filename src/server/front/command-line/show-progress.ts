import cliProgress from 'cli-progress'

/**
 * The progress of a long operation; `total` is 0 if unknown. Bytes in the phases `copying`, `media` and `file`, else
 * items.
 */
export type Progress<Phase extends string = string> = {
  readonly phase: Phase
  readonly done: number
  readonly total: number
}

export type ShownProgress<Phase extends string> = { report(progress: Progress<Phase>): void; stop(): void }

type Stream = NodeJS.WritableStream & { readonly isTTY?: boolean }

/** Shows progress in phases with these names: as a bar in a terminal; elsewhere one line per completed phase. */
export function showProgress<Phase extends string>(
  stream: Stream,
  phases: Readonly<Record<Phase, () => string>>,
): ShownProgress<Phase> {
  return stream.isTTY ? bar(stream, phases) : lines(stream, phases)
}

function bar<Phase extends string>(
  stream: Stream,
  phases: Readonly<Record<Phase, () => string>>,
): ShownProgress<Phase> {
  const shown = new cliProgress.SingleBar({
    format: '{phase} [{bar}] {value}/{total} {unit}',
    stream,
    hideCursor: true,
    barsize: 32,
    stopOnComplete: false,
  })
  let phase: Phase | undefined
  return {
    report(progress) {
      const { done, total, unit } = inUnits(progress)
      if (phase !== progress.phase) {
        if (phase) shown.stop()
        phase = progress.phase
        shown.start(total, done, { phase: phases[phase]().padEnd(8), unit })
      } else shown.update(done)
    },
    stop() {
      if (phase) shown.stop()
    },
  }
}

function lines<Phase extends string>(
  stream: Stream,
  phases: Readonly<Record<Phase, () => string>>,
): ShownProgress<Phase> {
  let said = ''
  return {
    report(progress) {
      const { done, total, unit } = inUnits(progress)
      const line = `${phases[progress.phase]()} ${done}/${total} ${unit}`.trimEnd()
      if (progress.done < progress.total || line === said) return
      said = line
      stream.write(`${line}\n`)
    },
    stop: () => undefined,
  }
}

const phasesOfBytes = new Set(['copying', 'media', 'file'])

/** Bytes are shown in whole kilobytes. */
function inUnits({ phase, done, total }: Progress): { done: number; total: number; unit: string } {
  if (!phasesOfBytes.has(phase)) return { done, total, unit: '' }
  return { done: Math.ceil(done / 1024), total: Math.ceil(total / 1024), unit: 'kB' }
}
