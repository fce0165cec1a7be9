import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

/**
 * Returns the CPU seconds (user and system) used by processes, including ended children; NaN except on Linux. Resolution:
 * hundredths of a second.
 */
export function processorSeconds(pids: readonly number[]): number {
  try {
    return pids.map(secondsOf).reduce((sum, one) => sum + one, 0)
  } catch {
    return Number.NaN
  }
}

/** Returns the CPU seconds of those children of a process that have ended; NaN except on Linux. */
export function processorSecondsOfEnded(pid: number): number {
  try {
    return ticksOf(pid).slice(2).reduce(inSeconds, 0)
  } catch {
    return Number.NaN
  }
}

/** The same for a process and its children, such as a PostgreSQL server's. */
export function processorSecondsOfTree(pid: number): number {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(/\s+/)
    // a child that ends in between is part of its parent's next sum
    const ofChildren = children.map((child) => (child === '' ? 0 : processorSeconds([Number(child)]) || 0))
    return ofChildren.reduce((sum, one) => sum + one, secondsOf(pid))
  } catch {
    return Number.NaN
  }
}

/** Returns how many CPUs the machine's other work uses, over a second; NaN if the system does not provide it. */
export async function processorsInUse(): Promise<number> {
  try {
    const before = busySeconds()
    const began = performance.now()
    await wait(1_000)
    return (busySeconds() - before) / ((performance.now() - began) / 1_000)
  } catch {
    return Number.NaN
  }
}

/** Returns the peak memory of a process in megabytes; NaN except on Linux. */
export function peakMegabytes(pid: number): number {
  return megabytes(pid, 'VmHWM')
}

/** Returns the resident memory of a process in megabytes; NaN except on Linux. */
export function residentMegabytes(pid: number): number {
  return megabytes(pid, 'VmRSS')
}

function megabytes(pid: number, field: 'VmHWM' | 'VmRSS'): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const [, kilobytes] = new RegExp(`${field}:\\s+(\\d+)`).exec(status) ?? []
    return Number(kilobytes) / 1024
  } catch {
    return Number.NaN
  }
}

function secondsOf(pid: number): number {
  return ticksOf(pid).reduce(inSeconds, 0)
}

/** utime, stime, cutime and cstime of `man 5 proc`. */
function ticksOf(pid: number): string[] {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return fields.slice(11, 15)
}

function inSeconds(sum: number, ticks: string): number {
  return sum + Number(ticks) / 100
}

/** user, nice and system of all CPUs. */
function busySeconds(): number {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n')
  const ticks = line.split(/\s+/).slice(1, 4)
  return ticks.reduce((sum, one) => sum + Number(one), 0) / 100
}
