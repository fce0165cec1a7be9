import { setImmediate } from 'node:timers/promises'
import { type ReadyBytes, readyBytes } from '#server/http/ready-bytes.ts'
import type { ListedCatalogue } from './listed-catalogue.ts'

/** The replies of the three public calls of the catalogue, ready to be sent. */
export type CatalogueBytes = {
  readonly videos: ReadyBytes
  readonly categories: ReadyBytes
  readonly versions: ReadyBytes
}

/** Rows that are written before anybody else may have a turn: about 2 ms. */
const rowsAtOnce = 500

/** Writes and compresses the replies without holding up other requests. */
export async function catalogueBytes(catalogue: ListedCatalogue): Promise<CatalogueBytes> {
  const [videos, categories, versions] = await Promise.all([
    jsonList('videos', catalogue.videos),
    jsonList('categories', catalogue.categories),
    jsonList('versions', catalogue.versions),
  ])
  return { videos, categories, versions }
}

async function jsonList(name: string, rows: readonly unknown[]): Promise<ReadyBytes> {
  const parts: string[] = []
  for (let first = 0; first < rows.length; first += rowsAtOnce) {
    parts.push(JSON.stringify(rows.slice(first, first + rowsAtOnce)).slice(1, -1))
    if (rows.length > rowsAtOnce) await setImmediate()
  }
  const body = Buffer.from(`{${JSON.stringify(name)}:[${parts.join(',')}]}`)
  return readyBytes('application/json; charset=utf-8', body, { 'cache-control': 'public, no-cache' })
}
