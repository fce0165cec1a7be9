/** Whole pixels. */
export type Pixels = { readonly width: number; readonly height: number }

type Shape = Pixels & { readonly pixelShape: number; readonly rotation: number }

/**
 * Returns the size in which a picture is shown upright with square pixels, its shorter side at most `maxSide`, and
 * both sides even, as H.264 in 4:2:0 needs them. Never enlarged.
 */
export function fittedSize({ width, height, pixelShape, rotation }: Shape, maxSide: number): Pixels {
  const shown = width * pixelShape
  const upright = rotation % 180 === 0 ? { width: shown, height } : { width: height, height: shown }
  const scale = Math.min(1, maxSide / Math.min(upright.width, upright.height))
  return { width: even(upright.width * scale), height: even(upright.height * scale) }
}

function even(pixels: number): number {
  // 0.6 * 3200 may be a little less than 1920
  return Math.max(2, Math.floor(pixels / 2 + 1e-6) * 2)
}
