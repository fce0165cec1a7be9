/** The disk of the media, in bytes. */
export type Disk = { readonly freeBytes: number; readonly allBytes: number }

/** An upload that is not processed yet, in bytes. */
export type OpenUpload = { readonly length: number; readonly received: number }

/** Disk space per uploaded byte: the upload itself, and 1.5 times as much for the films made of it. */
const neededPerByte = 2.5
/** Free space that uploads leave: a tenth of the disk, at most 5 GB. */
const mostLeftBytes = 5e9
const leftShare = 0.1

/**
 * Returns why a file of that many bytes cannot be uploaded; undefined if it can. Every upload that was begun keeps its
 * room, so that none of them fails in the middle.
 */
export function refuseUpload(
  length: number,
  { maxBytes, disk, others }: { maxBytes: number; disk: Disk; others: readonly OpenUpload[] },
): 'upload-too-large' | 'no-space' | undefined {
  if (length > maxBytes) return 'upload-too-large'
  const reserved = others.reduce((sum, one) => sum + one.length * neededPerByte - one.received, 0)
  const left = Math.min(mostLeftBytes, disk.allBytes * leftShare)
  return disk.freeBytes - reserved - length * neededPerByte < left ? 'no-space' : undefined
}
