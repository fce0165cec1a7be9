import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import type { Shot } from './shots.ts'

/** A headless browser that draws shots into PNG files of 1280 by 720. */
export type Camera = {
  /** Draws a shot unless it has been drawn into this folder before, and answers its file. Throws when something does not fit into it. */
  take: (shot: Shot, folder: string) => Promise<string>
  close: () => Promise<void>
}

export async function openCamera(executablePath: string): Promise<Camera> {
  const browser = await chromium.launch({ executablePath, args: quiet })
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 } })
  await page.setContent(
    `<!doctype html><style>${await styleSheet()}</style><div id="under"></div><div id="over"></div>`,
  )
  const session = await page.context().newCDPSession(page)
  await page.evaluate(() => Promise.all([...document.fonts].map((font) => font.load())))
  return {
    async take(shot, folder) {
      const key = createHash('sha256')
        .update(JSON.stringify([shot.html, shot.under, shot.opacity]))
        .digest('hex')
      const file = join(folder, `${key.slice(0, 20)}.png`)
      if (
        await readFile(file).then(
          () => true,
          () => false,
        )
      )
        return file
      const cutOff = await page.evaluate(show, {
        html: shot.html,
        under: shot.under ?? '',
        opacity: shot.opacity,
      })
      if (cutOff !== undefined) throw new Error(`It is cut off: ${cutOff}`)
      const { data } = await session.send('Page.captureScreenshot', { optimizeForSpeed: true })
      await writeFile(file, data, 'base64')
      return file
    },
    close: () => browser.close(),
  }
}

const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--font-render-hinting=none',
]

/** Runs in the page: puts the two pictures up, and answers the text of what is larger than its place. */
function show({
  html,
  under,
  opacity,
}: {
  html: string
  under: string
  opacity: number
}): string | undefined {
  for (const [id, content] of [
    ['under', under],
    ['over', html],
  ] as const)
    document.getElementById(id)?.setHTMLUnsafe(content)
  const over = document.getElementById('over')
  if (over !== null) over.style.opacity = String(opacity)
  const isCutOff = ({ scrollWidth, clientWidth, scrollHeight, clientHeight }: Element) =>
    scrollWidth > clientWidth || scrollHeight > clientHeight
  const places = [...document.querySelectorAll('#over .room, #over .card')]
  return places.find(isCutOff)?.textContent ?? undefined
}

async function styleSheet(): Promise<string> {
  const fonts = [
    ['Geist Variable', '@fontsource-variable/geist', 'geist'],
    ['JetBrains Mono Variable', '@fontsource-variable/jetbrains-mono', 'jetbrains-mono'],
  ] as const
  const faces = await Promise.all(
    fonts.flatMap(([family, packageName, name]) =>
      (['latin', 'latin-ext'] as const).map(async (subset) => {
        const folder = join(
          createRequire(import.meta.url).resolve(`${packageName}/package.json`),
          '..',
          'files',
        )
        const data = await readFile(join(folder, `${name}-${subset}-wght-normal.woff2`), 'base64')
        const range =
          subset === 'latin'
            ? 'U+0-FF,U+131,U+152-153,U+2BB-2DC,U+2000-206F,U+20AC,U+2122,U+2190-21FF,U+2212,U+2215'
            : 'U+100-130,U+132-151,U+154-2BA,U+300-36F,U+1E00-1EFF'
        return `@font-face{font-family:'${family}';font-weight:100 900;src:url(data:font/woff2;base64,${data}) format('woff2');unicode-range:${range}}`
      }),
    ),
  )
  return faces.join('') + (await readFile(new URL('frame.css', import.meta.url), 'utf8'))
}
