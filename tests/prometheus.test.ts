import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { freePort } from '#support/server-process.ts'
import { createTestApp } from '#support/test-app.ts'

// The metrics, alerts and dashboard for operators, read by Debian's Prometheus if it is installed.

const deploy = (name: string) => resolve(import.meta.dirname, '../deploy', name)
const isThere = spawnSync('prometheus', ['--version']).error === undefined
const testWithPrometheus: typeof test | ((name: string) => void) = isThere
  ? test
  : (name: string) => void process.stdout.write(`Not tried, for lack of prometheus: ${name}\n`)

type Rule = { readonly alert: string; readonly expr: string }
const rules = parse(readFileSync(deploy('alerts.yaml'), 'utf8')).groups[0].rules as readonly Rule[]
type Panel = { readonly title: string; readonly targets: readonly { readonly expr: string }[] }
const panels = JSON.parse(readFileSync(deploy('grafana.json'), 'utf8')).panels as readonly Panel[]

/** A site with a port for metrics. */
async function measuredSite() {
  const port = await freePort()
  const site = await createTestApp({ settings: { METRICS_PORT: String(port) } })
  onTestFinished(() => site.close())
  await site.app.inject({ url: '/pricing', headers: { host: 'localhost:3000', accept: 'text/html' } })
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  return { port, text }
}

test('every alert and panel asks for metrics that exist', async () => {
  const { text } = await measuredSite()
  const known = new Set(
    [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
    ),
  )
  const asked = [...rules, ...panels.flatMap(({ targets }) => targets)].flatMap(
    ({ expr }) => expr.match(/\b(?:lectern|nodejs|process)_\w+/g) ?? [],
  )
  expect(asked.length).toBeGreaterThan(15)
  expect(asked.filter((name) => !known.has(name))).toEqual([])
})

test('docs/operate.md names every metric of its own and every alert', async () => {
  const { text } = await measuredSite()
  const page = readFileSync(resolve(import.meta.dirname, '../docs/operate.md'), 'utf8')
  const own = [...text.matchAll(/^# TYPE (lectern_\S+)/gm)].map(([, name = '']) => name)
  expect(
    [...own, ...rules.map(({ alert }) => alert)].filter((name) => !page.includes(`\`${name}\``)),
  ).toEqual([])
})

testWithPrometheus(
  'Prometheus finds fault with neither names nor alerts, scrapes a site, and answers from it',
  async () => {
    const { port, text } = await measuredSite()
    const check = (args: readonly string[], input = '') =>
      spawnSync('promtool', args, { input, encoding: 'utf8' })
    expect(check(['check', 'metrics'], text)).toMatchObject({ status: 0, stderr: '' })
    expect(check(['check', 'rules', deploy('alerts.yaml')]).status).toBe(0)
    const ask = await startPrometheus(port)
    await expect.poll(() => ask('up{job="lectern"}'), { timeout: 50_000, interval: 500 }).toBe('1')
    expect(await ask('lectern_ready')).toBe('1')
    expect(Number(await ask('sum(lectern_http_request_duration_seconds_count{route="/pricing"})'))).toBe(1)
    expect(Number(await ask(`count(ALERTS{alertstate="firing"}) or vector(0)`))).toBe(0)
  },
)

/** Starts a Prometheus that scrapes a port of this machine each second; returns the answer to a query, as text. */
async function startPrometheus(target: number) {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-prometheus-'))
  const port = await freePort()
  const config = {
    global: { scrape_interval: '1s', scrape_timeout: '1s', evaluation_interval: '1s' },
    rule_files: [deploy('alerts.yaml')],
    scrape_configs: [{ job_name: 'lectern', static_configs: [{ targets: [`127.0.0.1:${target}`] }] }],
  }
  // JSON is YAML
  writeFileSync(join(folder, 'prometheus.yml'), JSON.stringify(config))
  const child = spawn(
    'prometheus',
    [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { stdio: 'ignore' },
  )
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await wait(100)
    rmSync(folder, { recursive: true, force: true })
  })
  return async (query: string): Promise<string | undefined> => {
    const url = `http://127.0.0.1:${port}/api/v1/query?query=${encodeURIComponent(query)}`
    const reply = await fetch(url).catch(() => undefined)
    const body = (await reply?.json().catch(() => undefined)) as
      | { data?: { result: { value: [number, string] }[] } }
      | undefined
    return body?.data?.result[0]?.value[1]
  }
}
