/** The format of a picture, detected from its bytes. Sizes in pixels. */
export type PictureKind = {
  readonly extension: 'png' | 'jpg' | 'webp' | 'gif'
  readonly width: number
  readonly height: number
}

/** Detects format and size of a picture from its bytes; undefined for an unsupported format. */
export function pictureKind(bytes: Buffer): PictureKind | undefined {
  try {
    return pngKind(bytes) ?? gifKind(bytes) ?? webpKind(bytes) ?? jpegKind(bytes)
  } catch (error) {
    // truncated before the size
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function startsWith(bytes: Buffer, head: string, offset = 0): boolean {
  return bytes.toString('latin1', offset, offset + head.length) === head
}

function pngKind(bytes: Buffer): PictureKind | undefined {
  if (!startsWith(bytes, '\x89PNG\r\n\x1a\n') || !startsWith(bytes, 'IHDR', 12)) return undefined
  return { extension: 'png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

function gifKind(bytes: Buffer): PictureKind | undefined {
  if (!startsWith(bytes, 'GIF87a') && !startsWith(bytes, 'GIF89a')) return undefined
  return { extension: 'gif', width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }
}

/** RIFF with one of three chunk formats: lossy, lossless, extended. */
function webpKind(bytes: Buffer): PictureKind | undefined {
  if (!startsWith(bytes, 'RIFF') || !startsWith(bytes, 'WEBP', 8)) return undefined
  const size = (width: number, height: number) => ({ extension: 'webp', width, height }) as const
  if (startsWith(bytes, 'VP8 ', 12))
    return size(bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff)
  if (startsWith(bytes, 'VP8X', 12)) return size(bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1)
  if (!startsWith(bytes, 'VP8L', 12)) return undefined
  const sides = bytes.readUInt32LE(21)
  return size((sides & 0x3fff) + 1, ((sides >>> 14) & 0x3fff) + 1)
}

/** The size is in the first frame header (SOF), after any number of other segments. */
function jpegKind(bytes: Buffer): PictureKind | undefined {
  if (!startsWith(bytes, '\xff\xd8\xff')) return undefined
  for (let offset = 2; ; ) {
    if (bytes.readUInt8(offset) !== 0xff) return undefined
    const marker = bytes.readUInt8(offset + 1)
    if (marker === 0xff) offset += 1
    else if (isFrameHeader(marker))
      return {
        extension: 'jpg',
        width: bytes.readUInt16BE(offset + 7),
        height: bytes.readUInt16BE(offset + 5),
      }
    // image data begins, or ends, without a frame header
    else if (marker === 0xda || marker === 0xd9) return undefined
    else offset += 2 + bytes.readUInt16BE(offset + 2)
  }
}

/** C0 to CF, except tables (C4), extensions (C8) and arithmetic coding (CC). */
function isFrameHeader(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
}
