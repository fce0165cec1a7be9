import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

/** What a transcription server was asked. */
type Asked = {
  readonly method: string | undefined
  readonly path: string | undefined
  readonly key: string | undefined
  readonly model: string | undefined
  readonly language: string | undefined
  readonly format: string | undefined
  /** Of the sound that was sent, by the header of its WAV file. */
  readonly seconds: number
  readonly channels: number
  readonly rate: number
}

/** An answer; `cut`: the connection ends after half of its body. */
export type TranscriberAnswer = {
  readonly status?: number
  readonly type?: string
  readonly body: string
  readonly cut?: boolean
}

/** A local transcription server for the rest of a test. */
export async function startTranscriber(
  answer: (asked: Asked) => TranscriberAnswer | Promise<TranscriberAnswer>,
): Promise<{ readonly url: string; readonly asked: readonly Asked[] }> {
  const all: Asked[] = []
  const server = createServer(async (request, response) => {
    const asked = await read(request)
    all.push(asked)
    const { status = 200, type = 'application/json', body, cut = false } = await answer(asked)
    response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body) })
    if (cut) response.write(body.slice(0, body.length / 2), () => response.destroy())
    else response.end(body)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked: all }
}

async function read(request: IncomingMessage): Promise<Asked> {
  const body = await buffer(request)
  const text = (name: string) =>
    new RegExp(`name="${name}"\\r\\n\\r\\n(.*?)\\r\\n--`, 's').exec(body.toString('latin1'))?.[1]
  const wave = body.subarray(body.indexOf('RIFF'))
  const rate = wave.readUInt32LE(24)
  return {
    method: request.method,
    path: request.url,
    key: request.headers.authorization,
    model: text('model'),
    language: text('language'),
    format: text('response_format'),
    seconds: wave.readUInt32LE(40) / 2 / rate,
    channels: wave.readUInt16LE(22),
    rate,
  }
}

/** `verbose_json` as Speaches (faster-whisper) writes it. */
export const verboseAnswer: TranscriberAnswer = {
  body: JSON.stringify({
    task: 'transcribe',
    language: 'en',
    duration: 4,
    text: ' Two counters. Both count.',
    words: null,
    segments: [
      {
        id: 1,
        seek: 400,
        start: 0,
        end: 1.86,
        text: ' Two counters.',
        tokens: [50364, 4453, 25085, 13, 50464],
        temperature: 0,
        avg_logprob: -0.31,
        compression_ratio: 0.74,
        no_speech_prob: 0.02,
      },
      {
        id: 2,
        seek: 400,
        start: 1.86,
        end: 3.4,
        text: ' Both count.',
        tokens: [50464, 6767, 1207, 13, 50534],
        temperature: 0,
        avg_logprob: -0.31,
        compression_ratio: 0.74,
        no_speech_prob: 0.02,
      },
    ],
  }),
}

/** WebVTT as whisper.cpp's server writes it. */
export const vttAnswer: TranscriberAnswer = {
  type: 'text/vtt',
  body: 'WEBVTT\n\n00:00:00.000 --> 00:00:01.860\n Two counters.\n\n00:00:01.860 --> 00:00:03.400\n Both count.\n\n',
}

/** What FastAPI answers to a parameter that it does not know. */
export const unknownFormat: TranscriberAnswer = {
  status: 422,
  body: JSON.stringify({
    detail: [
      { type: 'enum', loc: ['body', 'response_format'], msg: "Input should be 'text', 'json' or 'vtt'" },
    ],
  }),
}
