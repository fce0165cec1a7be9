import { accountCalls } from '#contract/accounts/account-calls.ts'
import { m } from '#messages/generated/messages.js'
import { renewSession } from '#web/site/site.ts'

/** Fetches the copy of somebody's data and saves it as a file. Answers a sentence where that does not work. */
export async function downloadCopy(): Promise<string | undefined> {
  const { method, path } = accountCalls.exportOwnData
  try {
    const response = await fetch(path, { method, cache: 'no-store' })
    if (!response.ok) return await refusalOf(response)
    save(await response.blob(), fileNameOf(response))
    return undefined
  } catch {
    return m.unreachable()
  }
}

async function refusalOf(response: Response): Promise<string> {
  if (response.status === 401) void renewSession()
  const problem: unknown = await response.json().catch(() => undefined)
  const detail = typeof problem === 'object' && problem !== null && 'detail' in problem && problem.detail
  return typeof detail === 'string' ? detail : `${m.failure()} ${m.failure_advice()}`
}

function fileNameOf(response: Response): string {
  return /filename="([\w.-]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'data.zip'
}

function save(bytes: Blob, fileName: string): void {
  const address = URL.createObjectURL(bytes)
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  // some browsers read it only after the click has been dealt with
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
