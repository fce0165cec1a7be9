const largestWidth = 1280

/**
 * Draws a frame of the player, or a picture, as a JPEG of at most 1280 pixels in width. Returns its data address;
 * undefined for what has no pixels.
 */
export function drawnPicture(
  source: CanvasImageSource,
  { width, height }: { readonly width: number; readonly height: number },
): string | undefined {
  if (width === 0 || height === 0) return undefined
  const scale = Math.min(1, largestWidth / width)
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(width * scale)
  canvas.height = Math.round(height * scale)
  const context = canvas.getContext('2d')
  if (!context) return undefined
  // what is transparent would become black
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(source, 0, 0, canvas.width, canvas.height)
  return canvas.toDataURL('image/jpeg', 0.9)
}

/** Draws the picture of a file or of a reply. Rejects for what the browser does not read as a picture. */
export async function pictureOf(blob: Blob): Promise<string | undefined> {
  const picture = await createImageBitmap(blob)
  try {
    return drawnPicture(picture, picture)
  } finally {
    picture.close()
  }
}

/** Returns the Base64 part of a data URL. */
export function base64Of(address: string): string {
  return address.slice(address.indexOf(',') + 1)
}
