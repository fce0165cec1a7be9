import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { chromiumLaunch } from '../../playwright.config.ts'
import type { Row } from './report.ts'
import { median } from './request-load.ts'

/**
 * Path of Lighthouse's program, if set: `…/lighthouse/cli/index.js`. It has 185 MB, too much to install for a few rows
 * (decisions/007-bench.md).
 */
const program = process.env.LIGHTHOUSE

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
type Category = (typeof categories)[number]
/** Scores are between 0 and 1. */
type Report = { readonly categories: Record<Category, { readonly score: number | null }> }

const turns = 3

/**
 * Returns Lighthouse's four scores of a page on a phone, with its default settings: medians of three visits. Empty
 * without Lighthouse.
 */
export async function lighthouseRows(name: string, url: string, performance: number): Promise<Row[]> {
  if (program === undefined) return []
  const reports: Report[] = []
  for (let turn = 0; turn < turns; turn += 1) reports.push(await report(program, url))
  const score = (category: Category) =>
    Math.round(100 * median(reports.map((one) => one.categories[category].score ?? Number.NaN)))
  const all = categories.map((category) => ({
    category,
    score: score(category),
    goal: category === 'performance' ? performance : 100,
  }))
  return [
    {
      area: `${name}, Lighthouse`,
      measured: all.map(({ category, score: got }) => `${category} ${got}`).join(', '),
      against: '',
      goal: `${performance}, else 100`,
      met: all.every(({ score: got, goal }) => got >= goal),
    },
  ]
}

async function report(lighthouse: string, url: string): Promise<Report> {
  const { executablePath, args = [] } = chromiumLaunch
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      lighthouse,
      url,
      '--quiet',
      '--output=json',
      `--only-categories=${categories.join(',')}`,
      `--chrome-flags=--headless ${args.join(' ')}`,
    ],
    { env: { ...process.env, ...(executablePath && { CHROME_PATH: executablePath }) }, maxBuffer: 64e6 },
  )
  return JSON.parse(stdout) as Report
}
