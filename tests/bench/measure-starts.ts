import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort, startServerProcess } from '#support/server-process.ts'
import type { BenchData } from './bench-site.ts'
import { median } from './request-load.ts'

/** Seconds from starting the process to its first answer, over data that are there already: the median of some starts. */
export async function startSeconds({ settings }: BenchData, starts: number): Promise<number> {
  const seconds: number[] = []
  for (let start = 0; start < starts; start += 1) {
    const port = await freePort()
    const began = performance.now()
    const site = await startServerProcess({
      ...settings,
      PORT: String(port),
      BASE_URL: `http://localhost:${port}`,
    })
    while (!(await answers(`${site.url}/api/health/live`))) {
      if (site.process.exitCode !== null) throw new Error(`The site ended: ${site.output().stderr}`)
      await wait(5)
    }
    seconds.push((performance.now() - began) / 1000)
    await site.stop()
  }
  return median(seconds)
}

/** Resident memory of a process in megabytes; undefined where `ps` does not tell. */
export function residentMegabytes(pid: number): number | undefined {
  try {
    return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024
  } catch {
    return undefined
  }
}

/** The most memory that a process has held so far, in megabytes; undefined where the system is not Linux. */
export function peakMegabytes(pid: number): number | undefined {
  try {
    const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return kilobytes === undefined ? undefined : Number(kilobytes) / 1024
  } catch {
    return undefined
  }
}

function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    (reply) => reply.ok,
    () => false,
  )
}
