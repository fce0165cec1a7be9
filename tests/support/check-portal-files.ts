import { euCountries } from '#domain/tax/vat-id.ts'

const prefixes = new Set(euCountries.map(({ vatPrefix }) => vatPrefix))

/** Checks a file for the EU sales list by the description of the form's import, version 3.0. */
export function salesListMistakes(bytes: Buffer): string[] {
  const { lines, mistakes } = linesOf(bytes)
  const [version, names, ...rows] = lines
  if (version !== '#v3.0') mistakes.push(`version ${version}`)
  if (names?.split(',').length !== 3) mistakes.push('names of the fields')
  if (rows.length > 1500) mistakes.push('more than 1,500 lines')
  const seen = new Set<string>()
  for (const row of rows) {
    const [id = '', euros = '', kind = '', ...more] = row.split(',')
    if (more.length > 0) mistakes.push(`${row}: fields`)
    if (!prefixes.has(id.slice(0, 2)) || !/^[A-Z]{2}[A-Z0-9+*]{2,12}$/.test(id))
      mistakes.push(`${row}: VAT ID`)
    if (!/^-?[1-9]\d{0,8}$/.test(euros)) mistakes.push(`${row}: amount`)
    if (!/^[LSD]$/.test(kind)) mistakes.push(`${row}: kind`)
    if (seen.has(id + kind)) mistakes.push(`${row}: twice`)
    seen.add(id + kind)
  }
  return mistakes
}

/** Checks a file for the One Stop Shop by the description of its import, version 2.0. */
export function ossMistakes(bytes: Buffer): string[] {
  const { lines, mistakes } = linesOf(bytes)
  const [version, ...rows] = lines
  if (version !== '#v2.0') mistakes.push(`version ${version}`)
  if (rows.length > 6000) mistakes.push('more than 6,000 lines')
  for (const row of rows) {
    const [type = '', country = '', rate = '', percent = '', net = '', vat = '', ...more] = row.split(',')
    if (more.length > 0) mistakes.push(`${row}: fields`)
    if (!/^[23]$/.test(type)) mistakes.push(`${row}: record type`)
    if (!prefixes.has(country) || country === 'DE') mistakes.push(`${row}: country`)
    if (!/^(?:STANDARD|REDUCED)$/.test(rate)) mistakes.push(`${row}: kind of rate`)
    if (!/^\d{1,2}\.\d{2}$/.test(percent)) mistakes.push(`${row}: rate`)
    for (const amount of [net, vat])
      if (!/^(?!0+\.00$)\d{1,12}\.\d{2}$/.test(amount)) mistakes.push(`${row}: ${amount}`)
    // each document rounds its tax by itself
    if (Math.abs(Number(net) * Number(percent) - Number(vat) * 100) > 200) mistakes.push(`${row}: tax`)
  }
  return mistakes
}

function linesOf(bytes: Buffer): { lines: string[]; mistakes: string[] } {
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  const lines = text.split('\r\n')
  const mistakes = lines.pop() === '' && !/(?<!\r)\n/.test(text) ? [] : ['line ends']
  if (text.startsWith('\u{FEFF}')) mistakes.push('byte order mark')
  return { lines, mistakes }
}
