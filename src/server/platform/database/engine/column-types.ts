import pg from 'pg'

const parsers = new Map<number, (text: string) => unknown>([
  [pg.types.builtins.INT8, wholeNumber],
  [pg.types.builtins.DATE, (day) => day],
  [oidOfArrayOf('int8'), (list) => parseList(list).map((item) => (item === null ? null : wholeNumber(item)))],
  [oidOfArrayOf('date'), parseList],
])

/**
 * Parsers of column values, the same on both engines: bigint becomes a number (an error above 2^53, where precision
 * would be lost), date stays text `YYYY-MM-DD`, timestamptz becomes a `Date`, numeric stays text.
 */
export const columnTypes: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers.get(oid)) || pg.types.getTypeParser(oid, format),
}

function wholeNumber(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value))
    throw new RangeError(`The whole number ${text} is too large for a number.`)
  return value
}

function oidOfArrayOf(element: 'int8' | 'date'): number {
  return { int8: 1016, date: 1182 }[element]
}

/** Parses PostgreSQL's text form of an array of simple words: `{1,NULL,3}`. */
function parseList(text: string): (string | null)[] {
  const inside = text.slice(1, -1)
  return inside === '' ? [] : inside.split(',').map((item) => (item === 'NULL' ? null : item))
}
