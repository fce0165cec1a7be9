/** Has the browser save a file that the page itself has made. */
export function saveFile(content: Blob, fileName: string): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  // some browsers read it only after the click has been dealt with
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** A file of plain text. */
export const textFile = (text: string) => new Blob([text], { type: 'text/plain;charset=utf-8' })
