/** Rows of a table that are shown at a time (product.md section 9, Default page size). */
export const pageSize = 10
