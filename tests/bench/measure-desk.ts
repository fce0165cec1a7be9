import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { forecastUpkeep } from '#server/business/reports/forecast-renewals.ts'
import { moneyDaysUpkeep } from '#server/business/reports/sum-money-days.ts'
import { secretCheck } from '#server/front/backup/secret-check.ts'
import { writeSetting } from '#server/platform/database/setting.store.ts'
import { signedInAdmin } from '#support/admin.ts'
import { freePort, type ServerProcess } from '#support/server-process.ts'
import { createTestApp } from '#support/test-app.ts'
import { startSite } from './bench-site.ts'
import { fillWithAccounts } from './many-accounts.ts'
import { openNewDatabase, type PostgresqlServer } from './measure-renewals.ts'
import { writer } from './measure-watching.ts'
import { residentMegabytes } from './processor-time.ts'
import type { Row } from './report.ts'
import { fillWithBooks } from './years-of-books.ts'

const mostMs = 150
const mostMegabytes = 60

/** Measures the calls of the operator's desk, and the memory of its files, over three years of many accounts' books. */
export async function measureDesk(
  server: PostgresqlServer,
  folder: string,
  { accounts, rounds }: { accounts: number; rounds: number },
): Promise<Row[]> {
  const { site, cookie } = await startDesk(server, folder, accounts)
  try {
    const rows = await measureQuestions(site, cookie, rounds)
    for (const path of files()) rows.push(await measureFile(site, cookie, path))
    return rows
  } finally {
    await site.stop()
  }
}

/** Measures each page of the desk by itself. */
async function measureQuestions(site: ServerProcess, cookie: string, rounds: number): Promise<Row[]> {
  const rows: Row[] = []
  for (const [area, body, ...paths] of questions())
    rows.push(await measureCall(site, cookie, { area, body, paths, rounds }))
  return rows
}

async function startDesk(server: PostgresqlServer, folder: string, accounts: number) {
  const name = 'desk'
  const database = await openNewDatabase(server, name)
  await fillWithAccounts(server.url(name), accounts)
  // the demo's admin, whose second factor the test's site stores
  const filling = await createTestApp({ start: new Date(), services: { database } })
  const secret = randomBytes(32).toString('base64')
  let token: string | undefined
  try {
    token = [...(await signedInAdmin(filling)).cookies.values()].at(-1)
    await fillWithBooks(filling, server.url(name))
    // what a site does once at this size, and PostgreSQL by itself later
    for (const step of [...forecastUpkeep, ...moneyDaysUpkeep])
      await step.run(filling.services, { atStart: true })
    await database.pool.query('vacuum analyze')
    // the admin's second factor is sealed by no secret
    await writeSetting(database.db, 'secret-check', secretCheck(secret))
  } finally {
    await filling.close()
  }
  const dataDir = join(folder, name)
  mkdirSync(dataDir, { recursive: true })
  const settings = {
    DATA_DIR: dataDir,
    DATABASE_URL: server.url(name),
    APP_SECRET: secret,
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'Bench <bench@example.org>',
    RATE_LIMITS: '1000000',
    LOG_LEVEL: 'info',
  }
  return { site: await startSite({ settings }, await freePort()), cookie: `lectern-session=${token}` }
}

/** Area, body or none, and paths of one page of the desk: each is asked in turn. */
function questions(): readonly (readonly [string, object | undefined, ...string[]])[] {
  const people = '/api/admin/people'
  const days = `from=${daysAgo(364)}&to=${daysAgo(0)}`
  const coming = `from=${daysAgo(0)}&to=${daysAgo(-89)}`
  const [year, month] = [daysAgo(60).slice(0, 4), daysAgo(60).slice(0, 7)]
  const statuses = ['none', 'trial', 'prepaid', 'active', 'pending-expiry', 'cancelled']
  const invoices = '/api/admin/money/invoices'
  return [
    ['today', undefined, '/api/admin/today'],
    ['people', undefined, people, `${people}?page=40`],
    ...statuses.map((status) => [`people, ${status}`, undefined, `${people}?status=${status}`] as const),
    ['people, paid or in trouble', undefined, `${people}?payment=ok`, `${people}?payment=trouble`],
    ['people, language', undefined, `${people}?language=de`, `${people}?language=en`],
    ['people, German, active', undefined, `${people}?language=de&status=active`],
    ['people by name', undefined, `${people}?sort=name`, `${people}?sort=name&descending=yes`],
    ['people by end', undefined, `${people}?sort=until`, `${people}?sort=until&descending=yes`],
    ['people, the last page', undefined, `${people}?page=9999`],
    ['people, found', undefined, `${people}?search=rosen`, `${people}?search=4242`, `${people}?search=anna`],
    ['found by the field of the desk', undefined, '/api/admin/find?query=anna', '/api/admin/find?query=0012'],
    ['money by month', undefined, `/api/admin/money/report?${days}&by=month`],
    ['money by day', undefined, `/api/admin/money/report?${days}&by=day`],
    ['cohorts', undefined, `/api/admin/money/cohorts?${days}`],
    ['forecast', undefined, '/api/admin/money/forecast?by=week', `/api/admin/money/renewals?${coming}`],
    ['coupons', undefined, '/api/admin/money/coupons?by=coupon', '/api/admin/money/coupons?by=associate'],
    ['changes', undefined, `/api/admin/money/changes?${days}`, `/api/admin/money/changes?${days}&step=new`],
    ['invoices', { query: '', page: 0 }, invoices],
    ['invoices, page 5,000', { query: '', page: 5_000 }, invoices],
    ['invoices of a month', { query: '', page: 0, month }, invoices],
    ['invoices, found', { query: `${year}-0`, page: 0 }, invoices],
    ['tax, month', undefined, `/api/admin/money/tax?period=${month}`],
    ['tax, quarter', undefined, `/api/admin/money/tax?period=${year}-Q3`],
  ]
}

function files(): readonly string[] {
  const days = `from=${daysAgo(1_000)}&to=${daysAgo(0)}`
  return [
    '/api/admin/people.csv',
    `/api/admin/money/invoices.csv?${days}`,
    `/api/admin/money/payments.csv?${days}`,
  ]
}

function daysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
}

type Question = {
  readonly area: string
  readonly body: object | undefined
  readonly paths: readonly string[]
  readonly rounds: number
}

async function measureCall(
  { url }: ServerProcess,
  cookie: string,
  { area, body, paths, rounds }: Question,
): Promise<Row> {
  const slowest: number[] = []
  for (const path of paths) {
    const times: number[] = []
    const headers = body ? await writer(url, cookie) : { cookie }
    for (let round = -1; round < rounds * 3; round += 1) {
      const began = performance.now()
      const reply = await fetch(`${url}${path}`, {
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
        headers,
      })
      const text = await reply.text()
      if (!reply.ok) throw new Error(`${path} ended ${reply.status}: ${text}`)
      if (round >= 0) times.push(performance.now() - began)
    }
    slowest.push(times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.95)] ?? Number.NaN)
  }
  const p95 = Math.max(...slowest)
  return {
    area: `desk: ${area}`,
    measured: `95 of 100 within ${p95.toFixed(0)} ms`,
    against: '',
    goal: `${mostMs} ms`,
    met: p95 <= mostMs,
  }
}

/** Reads a file to its end and watches the memory of the site meanwhile. */
async function measureFile(
  { url, process: { pid = 0 } }: ServerProcess,
  cookie: string,
  path: string,
): Promise<Row> {
  const before = residentMegabytes(pid)
  let [most, bytes] = [before, 0]
  const began = performance.now()
  const reply = await fetch(`${url}${path}`, { headers: { cookie } })
  if (!reply.ok || !reply.body) throw new Error(`${path} ended ${reply.status}`)
  for await (const piece of reply.body) {
    bytes += piece.length
    most = Math.max(most, residentMegabytes(pid))
  }
  const seconds = (performance.now() - began) / 1_000
  return {
    area: `desk: ${path.replace(/\?.*/, '')}`,
    measured: `${Math.round(most - before)} MB more`,
    against: `${(bytes / 1e6).toFixed(1)} MB in ${seconds.toFixed(1)} s; ${Math.round(before)} MB before`,
    goal: `${mostMegabytes} MB more`,
    met: Number.isNaN(most) ? undefined : most - before <= mostMegabytes,
  }
}
