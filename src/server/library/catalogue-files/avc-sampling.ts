/** Chroma subsampling and bit depth of an H.264 track. */
export type Sampling = { readonly chroma: string; readonly bits: number }

/** What all browsers play: hardware decoders support nothing else. */
export function isPlayable({ chroma, bits }: Sampling): boolean {
  return bits === 8 && (chroma === '4:2:0' || chroma === '4:0:0')
}

const chromaFormats = ['4:0:0', '4:2:0', '4:2:2', '4:4:4']

/** The sampling of profiles whose record does not state it (ITU-T H.264, annex A). */
const byProfile: Readonly<Record<number, Sampling | undefined>> = {
  110: { chroma: '4:2:0', bits: 10 },
  122: { chroma: '4:2:2', bits: 10 },
  244: { chroma: '4:4:4', bits: 14 },
  44: { chroma: '4:4:4', bits: 14 },
}

/**
 * Reads the sampling of an H.264 track from its AVCDecoderConfigurationRecord (ISO/IEC 14496-15, 5.3.3.1). Undefined for
 * another codec.
 */
export function samplingOf(
  config: { readonly codec: string; readonly description?: AllowSharedBufferSource } | null,
): Sampling | undefined {
  if (!config?.description || !config.codec.startsWith('avc')) return undefined
  const record = bytesOf(config.description)
  const profile = record[1] ?? 0
  if (!(profile === 100 || byProfile[profile])) return { chroma: '4:2:0', bits: 8 }
  const usual = byProfile[profile] ?? { chroma: '4:2:0', bits: 8 }
  const at = afterParameterSets(record)
  const [format, depth] = [record[at], record[at + 1]]
  if (format === undefined || depth === undefined) return usual
  return { chroma: chromaFormats[format & 3] ?? usual.chroma, bits: 8 + (depth & 7) }
}

function bytesOf(source: AllowSharedBufferSource): Uint8Array {
  return ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source)
}

/** Position after the two lists of parameter sets, each with its length in two bytes. */
function afterParameterSets(record: Uint8Array): number {
  let at = 5
  for (const mask of [0x1f, 0xff]) {
    const count = (record[at] ?? 0) & mask
    at += 1
    for (let set = 0; set < count; set++) at += 2 + (((record[at] ?? 0) << 8) | (record[at + 1] ?? 0))
  }
  return at
}
