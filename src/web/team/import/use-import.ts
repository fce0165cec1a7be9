import { useEffect, useRef, useState } from 'react'
import { m } from '#messages/generated/messages.js'
import { CallProblem } from '#web/site/api.ts'
import { type CheckedRow, checkUserRows } from './check-user-rows.ts'
import { readUserFile } from './read-user-file.ts'

/** Where the import of a file stands. */
export type ImportState =
  | { readonly kind: 'waiting' }
  /** `done` from 0 to 1, of this step. */
  | { readonly kind: 'reading' | 'checking'; readonly done: number }
  | { readonly kind: 'failed'; readonly sentence: string }
  | { readonly kind: 'checked'; readonly file: string; readonly rows: readonly CheckedRow[] }

/** Reads and checks a file, unless another one is chosen, it is given up or the page is left meanwhile. */
export function useImport(): { state: ImportState; begin: (file: File) => void; giveUp: () => void } {
  const [state, setState] = useState<ImportState>({ kind: 'waiting' })
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])

  const begin = async (file: File) => {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    const { signal } = controller
    const step = (kind: 'reading' | 'checking') => {
      const onProgress = (done: number) => void (signal.aborted || setState({ kind, done }))
      onProgress(0)
      return { onProgress, signal }
    }
    try {
      const rows = await readUserFile(file, step('reading'))
      if (typeof rows === 'string') return setState({ kind: 'failed', sentence: rows })
      const checked = await checkUserRows(rows, step('checking'))
      if (signal.aborted) return
      if (checked instanceof CallProblem) setState({ kind: 'failed', sentence: checked.detail })
      else setState({ kind: 'checked', file: file.name, rows: checked })
    } catch {
      // given up; or the code that reads such files could not be fetched
      if (!signal.aborted) setState({ kind: 'failed', sentence: `${m.failure()} ${m.failure_advice()}` })
    }
  }
  const giveUp = () => {
    running.current?.abort()
    setState({ kind: 'waiting' })
  }
  return { state, begin, giveUp }
}
