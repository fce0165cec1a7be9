import pg from 'pg'

const parsers = new Map<number, (text: string) => unknown>([
  [pg.types.builtins.INT8, wholeNumber],
  [pg.types.builtins.DATE, (day) => day],
  [oidOfArrayOf('int8'), (list) => parseList(list).map((item) => (item === null ? null : wholeNumber(item)))],
  [oidOfArrayOf('date'), parseList],
])

/**
 * How column values become JavaScript values, the same on both engines: bigint is a number (and refused above 2^53,
 * where a number would silently be another one), date is text `YYYY-MM-DD`, timestamptz a `Date`, numeric stays text.
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

/** PostgreSQL's text form of an array of plain words: `{1,NULL,3}`. */
function parseList(text: string): (string | null)[] {
  const inside = text.slice(1, -1)
  return inside === '' ? [] : inside.split(',').map((item) => (item === 'NULL' ? null : item))
}
