import { soundRate } from '#domain/films/quiet-cut.ts'

const headerBytes = 44
const sampleBytes = 2

/** Returns mono samples at `soundRate` as a WAV file (RIFF, PCM of 16 bits). */
export function waveFile(samples: Int16Array): Buffer {
  const bytes = samples.length * sampleBytes
  const file = Buffer.alloc(headerBytes + bytes)
  file.write('RIFF', 0, 'latin1')
  file.writeUInt32LE(headerBytes - 8 + bytes, 4)
  file.write('WAVEfmt ', 8, 'latin1')
  file.writeUInt32LE(16, 16)
  // PCM, one channel
  file.writeUInt16LE(1, 20)
  file.writeUInt16LE(1, 22)
  file.writeUInt32LE(soundRate, 24)
  file.writeUInt32LE(soundRate * sampleBytes, 28)
  file.writeUInt16LE(sampleBytes, 32)
  file.writeUInt16LE(sampleBytes * 8, 34)
  file.write('data', 36, 'latin1')
  file.writeUInt32LE(bytes, 40)
  Buffer.from(samples.buffer, samples.byteOffset, bytes).copy(file, headerBytes)
  return file
}
