import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, renameSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import saxon from 'saxon-js'

/**
 * The official rules of EN 16931 for CII: `EN16931_RULES` names their compiled form, `EN16931-CII-validation.xslt` of a
 * release of ConnectingEurope's eInvoicing-EN16931, or a copy that is compiled already (`.sef.json`).
 */
export const officialRules = process.env.EN16931_RULES

/**
 * The violations of an e-invoice by the official rules, each with the rule's ID; and the number of rules that applied.
 */
export function checkOfficially(xml: string): { broken: string[]; looked: number } {
  if (!officialRules) throw new Error('EN16931_RULES names no rules')
  const { principalResult } = saxon.transform({
    stylesheetFileName: compiled(officialRules),
    sourceText: xml,
    destination: 'serialized',
  })
  const { length: looked } = [...principalResult.matchAll(/<svrl:fired-rule\b/g)]
  const broken = [...principalResult.matchAll(/<svrl:failed-assert\b.*?<svrl:text>(.*?)<\/svrl:text>/gs)]
  return { broken: broken.map(([, sentence = '']) => sentence.trim().replace(/\s+/g, ' ')), looked }
}

/** Compiling takes half a minute: it is done once for each release of the rules. */
function compiled(rules: string): string {
  if (rules.endsWith('.sef.json')) return rules
  const hash = createHash('sha256').update(readFileSync(rules)).digest('hex').slice(0, 16)
  const file = join(tmpdir(), `en16931-cii-${hash}.sef.json`)
  if (existsSync(file)) return file
  const compiler = fileURLToPath(import.meta.resolve('xslt3'))
  const unfinished = `${file}.${process.pid}`
  execFileSync(process.execPath, [compiler, '-t', `-xsl:${rules}`, `-export:${unfinished}`, '-nogo'], {
    stdio: 'ignore',
  })
  renameSync(unfinished, file)
  return file
}
