export function UsageReport() {
  return null
}
