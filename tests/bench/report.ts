import { execFileSync } from 'node:child_process'
import { cpus, totalmem } from 'node:os'
import { before } from './before.ts'
import { reasons } from './reasons.ts'

/** One line of the table. */
export type Row = {
  readonly area: string
  readonly measured: string
  readonly against: string
  /** The baseline's figure over the site's where they cost something, the site's over the baseline's where they are rates. */
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

const columns = ['area', 'before', 'measured', 'against', 'ratio', 'goal', ''] as const

/** The table as it is printed and kept, with the reason for what is missed. */
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
 * A text of sections in which those that were measured are new, in the order of `titles`; the others stay as they were.
 * What has another title goes.
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

/** What was measured on, without a name. */
function machine(): string {
  const [cpu] = cpus()
  const gigabytes = Math.round(totalmem() / 2 ** 30)
  return `${cpus().length} cores (${cpu?.model.trim() || 'model unknown'}), ${gigabytes} GB, ${process.platform} ${process.arch}, Node ${process.versions.node}`
}

/** When and on which machine a part was measured, and how busy that was with something else (`inUse` processors). */
export function circumstances(inUse: number): string {
  const when = `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC, commit ${commit()}; ${machine()}.`
  if (Number.isNaN(inUse)) return when
  const busy = `${inUse.toFixed(1)} of ${cpus().length} processors were in use by something else before it began`
  return inUse < cpus().length / 10
    ? `${when} The machine was quiet.`
    : `${when} **The machine was busy**: ${busy}. Read times and ratios with care.`
}

/** The commit that is measured, where there is a repository. */
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
