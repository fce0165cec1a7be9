/** Rows per page of a table (product.md section 9, Default page size). */
export const pageSize = 10

/** A part of a list: `limit` rows, after the first `offset`. */
export type Range = { readonly limit: number; readonly offset: number }

/** Returns the rows of a page of a table; the first page is 0. */
export function rangeOf(page: string | number = 0): Range {
  return { limit: pageSize, offset: Number(page) * pageSize }
}
