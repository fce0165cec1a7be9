import { isMap, isScalar, LineCounter, type Node, parseDocument } from 'yaml'
import type * as z from 'zod'

/** Reports a mistake at a line of the file, and the path of the value where it has one. */
export type ComplainAt = (line: number, sentence: string, path?: readonly PropertyKey[]) => void

/**
 * Reads a YAML 1.2 file and validates it with `schema`; returns undefined for an invalid one, with each mistake
 * reported at its line. An empty file is an empty map.
 * @param linesAbove number of lines in the file above `source`
 */
export function readYaml<Schema extends z.ZodType>(
  source: string,
  schema: Schema,
  complain: ComplainAt,
  linesAbove = 0,
): z.output<Schema> | undefined {
  const counter = new LineCounter()
  const document = parseDocument(source, {
    version: '1.2',
    schema: 'core',
    prettyErrors: false,
    lineCounter: counter,
  })
  const lineAt = (offset: number) => counter.linePos(offset).line + linesAbove
  const broken = [...document.errors, ...document.warnings]
  for (const { pos, message } of broken) complain(lineAt(pos[0]), message)
  if (broken.length > 0) return undefined

  /** The line of the value at a path, or of its deepest existing ancestor. */
  const lineOf = (path: readonly PropertyKey[]): number => {
    for (let length = path.length; length > 0; length -= 1) {
      const parent = document.getIn(path.slice(0, length - 1), true)
      const key = path[length - 1]
      const pair = isMap(parent)
        ? parent.items.find(({ key: one }) => isScalar(one) && String(one.value) === String(key))
        : undefined
      const node = (pair?.key ?? document.getIn(path.slice(0, length), true)) as Node | undefined
      if (node?.range) return lineAt(node.range[0])
    }
    return 1 + linesAbove
  }

  const checked = schema.safeParse(document.toJS() ?? {})
  if (checked.success) return checked.data
  for (const issue of checked.error.issues) {
    const path = issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0] ?? ''] : issue.path
    const where = issue.path.length > 0 ? `${issue.path.map(String).join('.')}: ` : ''
    complain(lineOf(path), `${where}${issue.message}`, issue.path)
  }
  return undefined
}
