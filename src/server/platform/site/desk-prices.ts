import { createHash } from 'node:crypto'
import { type FileMistake, mistakeLine } from '#server/platform/runtime/file-mistake.ts'
import { StartProblem } from '#server/platform/runtime/start-problem.ts'
import type { Services } from '#server/platform/services/services.ts'
import type { Prices } from '#server/platform/site-files/prices-yaml.ts'
import { readPrices } from '#server/platform/site-files/read-prices.ts'
import type { SiteFiles } from '#server/platform/site-files/read-site-files.ts'
import type { WatchedSiteFiles } from '#server/platform/site-files/site-files.ts'
import { documentVersions, newestVersion, type SiteDocument } from './site-document.store.ts'

/** Polling interval in milliseconds, for prices that another process has saved. */
const lookEveryMs = 500

/**
 * The operator's files, with the prices that were saved at the desk in place of `prices.yaml`; only the files where
 * `PRICE_SET` decides. If the file has changed since the desk saved, the desk's prices stay on sale, and `mistakes` says so
 * until the admin has chosen. Throws `StartProblem` if the saved prices cannot be read.
 */
export async function withDeskPrices(
  files: WatchedSiteFiles,
  {
    database,
    config,
    log,
  }: Pick<Services, 'database' | 'log'> & { config: { priceSet: string | undefined } },
): Promise<WatchedSiteFiles> {
  if (config.priceSet !== undefined) return files
  const read = async () => (await documentVersions(database.db, 'prices.yaml', 1))[0]
  let saved = await read()
  let prices = pricesOf(saved)
  let isClosed = false
  let isFailing = false

  let running: Promise<void> = Promise.resolve()
  const look = async () => {
    if ((await newestVersion(database.db, 'prices.yaml')) === (saved?.version ?? 0)) return
    const next = await read()
    prices = pricesOf(next)
    saved = next
  }
  const refresh = () => {
    running = running.catch(() => undefined).then(look)
    return running
  }
  const timer = setInterval(() => {
    refresh().then(
      () => {
        isFailing = false
      },
      (err: unknown) => {
        if (!isFailing && !isClosed)
          log.warn({ err }, 'the saved prices cannot be read: the former ones stay')
        isFailing = true
      },
    )
  }, lookEveryMs).unref()

  let made: { of: SiteFiles; prices: Prices | undefined; current: SiteFiles } | undefined
  return {
    // one object while nothing changes: documents are made anew for another
    get current() {
      const of = files.current
      if (made?.of !== of || made.prices !== prices)
        made = { of, prices, current: prices ? { ...of, prices } : of }
      return made.current
    },
    get mistakes() {
      const changed = isFileChanged(saved, files.current.pricesText)
      return changed ? [...files.mistakes, fileChanged] : files.mistakes
    },
    async refresh() {
      await files.refresh()
      await refresh()
    },
    async close() {
      isClosed = true
      clearInterval(timer)
      await files.close()
      await running.catch(() => undefined)
    },
  }
}

const fileChanged: FileMistake = {
  file: 'prices.yaml',
  line: 1,
  sentence: 'has changed since prices were saved at the desk, which stay on sale: choose there which count',
}

/** Returns whether the file says something else than when the desk saved its prices. A removed file does not. */
export function isFileChanged(saved: SiteDocument | undefined, pricesText: string | undefined): boolean {
  if (!saved || saved.text === null || pricesText === undefined) return false
  return saved.file_digest !== digestOf(pricesText)
}

/** SHA-256 of a file's text in hex; null without a file. */
export function digestOf(pricesText: string | undefined): string | null {
  return pricesText === undefined ? null : createHash('sha256').update(pricesText).digest('hex')
}

/** Returns the prices that the desk saved; undefined where the file counts. */
function pricesOf(saved: SiteDocument | undefined): Prices | undefined {
  if (!saved || saved.text === null) return undefined
  const { prices, mistakes } = readPrices(saved.text)
  if (prices) return prices
  const lines = mistakes.map(({ line, sentence }) => mistakeLine({ file: 'prices.yaml', line, sentence }))
  throw new StartProblem(`The prices that were saved at the desk have mistakes:\n${lines.join('\n')}`)
}
