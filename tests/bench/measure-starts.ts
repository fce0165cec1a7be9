import { setTimeout as wait } from 'node:timers/promises'
import { freePort, startServerProcess } from '#support/server-process.ts'
import type { BenchData } from './bench-site.ts'
import { peakMegabytes, processorSeconds } from './processor-time.ts'
import type { Row } from './report.ts'
import { median } from './request-load.ts'

type Start = { readonly cpu: number; readonly seconds: number; readonly peak: number }

/** Maximum cost of a start on existing data: CPU seconds and megabytes. */
const goals = { PostgreSQL: { cpu: 0.9, peak: 250 }, 'embedded database': { cpu: 2, peak: 500 } }

/** Measures the time from starting the process to its first reply, on existing data: medians of some starts. */
export async function measureStarts(
  engine: keyof typeof goals,
  data: BenchData,
  starts: number,
): Promise<Row[]> {
  // the first start fills Node's compile cache
  await start(data)
  const all: Start[] = []
  for (let done = 0; done < starts; done += 1) all.push(await start(data))
  const cpu = median(all.map((one) => one.cpu))
  const seconds = median(all.map((one) => one.seconds))
  const peak = Math.max(...all.map((one) => one.peak))
  const goal = goals[engine]
  return [
    {
      area: `start, ${engine}`,
      measured: `${cpu.toFixed(2)} CPU s`,
      against: `${seconds.toFixed(2)} s to the first answer`,
      goal: `${goal.cpu} CPU s`,
      met: Number.isNaN(cpu) ? undefined : cpu <= goal.cpu,
    },
    {
      area: `memory at a start, at most, ${engine}`,
      measured: `${Math.round(peak)} MB`,
      against: '',
      goal: `${goal.peak} MB`,
      met: Number.isNaN(peak) ? undefined : peak <= goal.peak,
    },
  ]
}

async function start({ settings }: BenchData): Promise<Start> {
  const port = await freePort()
  const began = performance.now()
  const site = await startServerProcess({
    ...settings,
    PORT: String(port),
    BASE_URL: `http://localhost:${port}`,
  })
  while (!(await answers(`${site.url}/api/health/ready`))) {
    if (site.process.exitCode !== null) throw new Error(`The site ended: ${site.output().stderr}`)
    await wait(5)
  }
  const seconds = (performance.now() - began) / 1000
  const pid = site.process.pid ?? 0
  const cpu = processorSeconds([pid])
  const peak = peakMegabytes(pid)
  await site.stop()
  return { cpu, seconds, peak }
}

function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    (reply) => reply.ok,
    () => false,
  )
}
