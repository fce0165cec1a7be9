/** Rows per page of a table (product.md section 9, Default page size). */
export const pageSize = 10
