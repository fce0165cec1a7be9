/** The admin is a single fixed account (product.md section 6): this one, in every installation. */
export const adminAccountId = '00000000-0000-4000-8000-000000000001'
