import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { spokenForm } from './pronunciation.ts'

export const samplesPerSecond = 32_000

/**
 * Speaks each sentence; returns mono samples at `samplesPerSecond` without silence around them. Results are cached in
 * `cacheFolder`.
 */
export async function speak(sentences: readonly string[], cacheFolder: string): Promise<Int16Array[]> {
  await mkdir(cacheFolder, { recursive: true })
  const files = sentences.map((sentence) => join(cacheFolder, `${keyOf(sentence)}.wav`))
  const missing = await filter(sentences.map((sentence, index) => ({ sentence, file: files[index] ?? '' })))
  if (missing.length > 0) {
    const script = join(cacheFolder, `speak-${process.pid}.scm`)
    await writeFile(
      script,
      [...voiceCommands, ...missing.map(({ sentence, file }) => utterance(sentence, `${file}.part`))].join(
        '\n',
      ),
    )
    await promisify(execFile)('festival', ['-b', script])
    for (const { file } of missing) await rename(`${file}.part`, file)
    await rm(script)
  }
  return Promise.all(files.map(async (file) => withoutSilence(samplesOf(await readFile(file)))))
}

/** The HTS voice "slt", slower than its default: listeners read code at the same time. */
export const voiceCommands = [
  '(voice_cmu_us_slt_arctic_hts)',
  `(set! hts_engine_params (append hts_engine_params '(("-r" 0.88))))`,
]

function utterance(sentence: string, file: string): string {
  const text = spokenForm(sentence).replaceAll('\\', '').replaceAll('"', '')
  return `(utt.save.wave (utt.synth (Utterance Text "${text}")) "${file}" 'riff)`
}

function keyOf(sentence: string): string {
  return createHash('sha256')
    .update(JSON.stringify([voiceCommands, spokenForm(sentence)]))
    .digest('hex')
    .slice(0, 24)
}

async function filter(wanted: readonly { sentence: string; file: string }[]) {
  const found = await Promise.all(
    wanted.map(({ file }) =>
      readFile(file).then(
        () => true,
        () => false,
      ),
    ),
  )
  return wanted.filter((_, index) => !found[index])
}

/** The voice writes a plain WAV file: 44 bytes of header, then 16-bit samples. */
function samplesOf(wav: Buffer): Int16Array {
  return new Int16Array(wav.buffer.slice(wav.byteOffset + 44, wav.byteOffset + wav.length - (wav.length % 2)))
}

function withoutSilence(samples: Int16Array): Int16Array {
  const margin = samplesPerSecond * 0.03
  const loud = (sample: number) => Math.abs(sample) > 180
  return samples.slice(
    Math.max(0, samples.findIndex(loud) - margin),
    samples.findLastIndex(loud) + 1 + margin,
  )
}
