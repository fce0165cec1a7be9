import { writeFileSync } from 'node:fs'
import files from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { basename } from 'node:path'
import { Duplex } from 'node:stream'
import { statementOf } from './wire-statement.ts'

// Loaded before `admin.ts move` or `restore` (`NODE_OPTIONS=--import=…`): kills the process when it is about to send the
// statement that `DieMoving` names to either database, or to rename a file; the product knows nothing of it. Both drivers
// write to a `Duplex`: a socket, or the embedded database's.

/** The environment of such a process. */
export type DieMoving = {
  /** A pattern: the first statement that counts, or `rename` and the new name of a file. */
  readonly DIE_AT: string
  /** How many statements and renames from it on are still carried out. */
  readonly DIE_AFTER: string
  /** A file that gets the number of statements sent since the copy began. */
  readonly DIE_NOTE: string
}

const { DIE_AT = '^$', DIE_AFTER = '0', DIE_NOTE = '' } = process.env as Partial<DieMoving>
const first = new RegExp(DIE_AT)
let passes = Number(DIE_AFTER)
let reached = false
let copied: number | undefined

const write = Duplex.prototype.write as (this: Duplex, ...args: unknown[]) => boolean

Duplex.prototype.write = function dying(this: Duplex, ...args: unknown[]) {
  const text = statementOf(args[0])
  if (text !== undefined) pass(text)
  return write.apply(this, args)
} as typeof Duplex.prototype.write

const { rename } = files
files.rename = (from, to) => {
  pass(`rename ${basename(String(to))}`)
  return rename(from, to)
}
syncBuiltinESMExports()

function pass(step: string): void {
  if (copied !== undefined) copied += 1
  else if (step.startsWith('truncate')) copied = 0
  reached ||= first.test(step)
  if (!reached) return
  passes -= 1
  if (passes >= 0) return
  writeFileSync(DIE_NOTE, String(copied ?? 0))
  process.kill(process.pid, 'SIGKILL')
}
