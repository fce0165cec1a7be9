/** Saves a generated file through the browser. */
export function saveFile(content: Blob, fileName: string): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  // some browsers read it only after the click event
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** Makes a plain text file. */
export const textFile = (text: string) => new Blob([text], { type: 'text/plain;charset=utf-8' })
