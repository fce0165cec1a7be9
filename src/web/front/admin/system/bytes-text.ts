import { getLocale } from '#messages/generated/runtime.js'

/** '1.5 GB' or '20 MB': decimal units, at least megabytes unless there is less. */
export function bytesText(bytes: number): string {
  const [value, unit] =
    bytes >= 1e9
      ? [bytes / 1e9, 'gigabyte']
      : bytes >= 1e6
        ? [bytes / 1e6, 'megabyte']
        : [bytes / 1e3, 'kilobyte']
  return new Intl.NumberFormat(getLocale(), { style: 'unit', unit, maximumFractionDigits: 1 }).format(value)
}
