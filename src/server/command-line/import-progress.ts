import cliProgress from 'cli-progress'
import { m } from '#messages/generated/messages.js'
import type { CatalogueProgress } from '#server/library/read-catalogue.ts'

export type ImportProgress = { report(progress: CatalogueProgress): void; stop(): void }

type Stream = NodeJS.WritableStream & { readonly isTTY?: boolean }

const phases = {
  reading: m.catalogue_phase_reading,
  copying: m.catalogue_phase_copying,
  storing: m.catalogue_phase_storing,
}

/** Shows how far an import is: a bar in a terminal; elsewhere one line when a phase is done. */
export function showProgress(stream: Stream): ImportProgress {
  return stream.isTTY ? bar(stream) : lines(stream)
}

function bar(stream: Stream): ImportProgress {
  const shown = new cliProgress.SingleBar({
    format: '{phase} [{bar}] {value}/{total} {unit}',
    stream,
    hideCursor: true,
    barsize: 32,
    stopOnComplete: false,
  })
  let phase: CatalogueProgress['phase'] | undefined
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

function lines(stream: Stream): ImportProgress {
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

/** Bytes are shown in whole kilobytes. */
function inUnits({ phase, done, total }: CatalogueProgress): { done: number; total: number; unit: string } {
  if (phase !== 'copying') return { done, total, unit: '' }
  return { done: Math.ceil(done / 1024), total: Math.ceil(total / 1024), unit: 'kB' }
}
