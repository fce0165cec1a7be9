import { execFileSync } from 'node:child_process'
import { cpus, loadavg, totalmem } from 'node:os'

/** One line of the table. A ratio is the site's figure over the baseline's. */
export type Row = {
  readonly area: string
  readonly measured: string
  readonly against: string
  readonly ratio?: number
  readonly goal: string
  /** Undefined where this machine or build cannot tell. */
  readonly met?: boolean | undefined
}

export type Section = {
  readonly title: string
  readonly notes: readonly string[]
  readonly rows: readonly Row[]
}

const columns = ['area', 'measured', 'against', 'ratio', 'goal', ''] as const

/** The table as it is printed and kept. */
export function markdown({ title, notes, rows }: Section): string {
  const cells = rows.map((row) => [
    row.area,
    row.measured,
    row.against,
    row.ratio === undefined ? '' : row.ratio.toFixed(2),
    row.goal,
    row.met === undefined ? '' : row.met ? 'met' : 'missed',
  ])
  const widths = columns.map((name, at) => Math.max(name.length, ...cells.map((row) => row[at]?.length ?? 0)))
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`
  return [
    `## ${title}`,
    '',
    line(columns),
    rule,
    ...cells.map(line),
    '',
    ...notes.map((note) => `- ${note}`),
    '',
  ].join('\n')
}

/** What was measured on, without a name. */
export function machine(): string {
  const [cpu] = cpus()
  const gigabytes = Math.round(totalmem() / 2 ** 30)
  return `${cpus().length} cores (${cpu?.model.trim() || 'model unknown'}), ${gigabytes} GB, ${process.platform} ${process.arch}, Node ${process.versions.node}`
}

/** What else the machine is doing; undefined when it is idle enough to measure on. */
export function distraction(): string | undefined {
  const [load = 0] = loadavg()
  if (load < cpus().length / 4) return undefined
  return `The machine was busy with something else (load ${load.toFixed(1)} on ${cpus().length} cores before the start): read the ratios with care.`
}

/** The commit that is measured, where there is a repository. */
export function commit(): string {
  try {
    const hash = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
    const changed =
      execFileSync('git', ['status', '--porcelain', '--', 'src'], { encoding: 'utf8' }).trim() !== ''
    return changed ? `${hash} with changes` : hash
  } catch {
    return 'unknown'
  }
}

export function perSecond(rate: number): string {
  return `${Math.round(rate).toLocaleString('en')} /s`
}
