import { execFileSync } from 'node:child_process'
import { cpus, totalmem } from 'node:os'
import { before } from './before.ts'
import { reasons } from './reasons.ts'

/** One line of the table. */
export type Row = {
  readonly area: string
  readonly measured: string
  readonly against: string
  /** Baseline's figure over the site's for costs, the site's over the baseline's for rates. */
  readonly ratio?: number
  readonly goal: string
  /** Undefined if this machine or build cannot measure it. */
  readonly met?: boolean | undefined
}

export type Section = {
  readonly title: string
  readonly notes: readonly string[]
  readonly rows: readonly Row[]
}

const columns = ['area', 'before', 'measured', 'against', 'ratio', 'goal', ''] as const

/** Returns the table as printed and stored, with the reasons for missed goals. */
export function markdown({ title, notes, rows }: Section, circumstances: string): string {
  const cells = rows.map((row) => [
    row.area,
    before.get(row.area) ?? '',
    row.measured,
    row.against,
    row.ratio === undefined ? '' : row.ratio.toFixed(2),
    row.goal,
    row.met === undefined ? '' : row.met ? 'met' : 'missed',
  ])
  const isUsed = columns.map((name, at) => name === '' || cells.some((row) => row[at] !== ''))
  const used = <Cell>(row: readonly Cell[]) => row.filter((_, at) => isUsed[at])
  const shown = cells.map(used)
  const names = used(columns)
  const widths = names.map((name, at) => Math.max(name.length, ...shown.map((row) => row[at]?.length ?? 0)))
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`
  const bullets = [...notes, ...missedBecause(rows)].map((note) => `- ${note}`)
  const table = [line(names), rule, ...shown.map(line)]
  return [
    `## ${title}`,
    '',
    circumstances,
    '',
    ...table,
    '',
    ...bullets,
    ...(bullets.length ? [''] : []),
  ].join('\n')
}

function missedBecause(rows: readonly Row[]): string[] {
  const missed = rows.filter(({ met }) => met === false)
  return missed.map(({ area }) => `*${area}* is missed: ${reasons.get(area) ?? 'why is not known yet.'}`)
}

/**
 * Replaces the measured sections of a text, in the order of `titles`; the others stay. Sections with other titles are
 * removed.
 */
export function withNew(
  text: string,
  intro: string,
  titles: readonly string[],
  measured: ReadonlyMap<string, string>,
): string {
  const kept = new Map(
    text
      .split(/^(?=## )/m)
      .slice(1)
      .map((section) => [section.slice(3, section.indexOf('\n')), section.trimEnd()] as const),
  )
  const sections = titles.flatMap((title) => measured.get(title)?.trimEnd() ?? kept.get(title) ?? [])
  return `${[intro.trimEnd(), ...sections].join('\n\n')}\n`
}

/** Description of the machine, without its name. */
function machine(): string {
  const [cpu] = cpus()
  const gigabytes = Math.round(totalmem() / 2 ** 30)
  return `${cpus().length} cores (${cpu?.model.trim() || 'model unknown'}), ${gigabytes} GB, ${process.platform} ${process.arch}, Node ${process.versions.node}`
}

/** Describes when and on which machine a part was measured, and its other load (`inUse` CPUs). */
export function circumstances(inUse: number): string {
  const when = `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC, commit ${commit()}; ${machine()}.`
  if (Number.isNaN(inUse)) return when
  const busy = `${inUse.toFixed(1)} of ${cpus().length} processors were in use by something else before it began`
  return inUse < cpus().length / 10
    ? `${when} The machine was quiet.`
    : `${when} **The machine was busy**: ${busy}. Read times and ratios with care.`
}

/** The measured commit, inside a repository. */
function commit(): string {
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
