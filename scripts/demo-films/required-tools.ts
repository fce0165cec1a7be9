import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Finds Chromium, or returns in one sentence what is missing for building films. */
export function requiredTools(): { chromium: string } | { missing: string } {
  const chromium = [
    process.env.CHROMIUM,
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ].find((path) => path !== undefined && existsSync(path))
  if (chromium === undefined)
    return { missing: 'Chromium was not found: install it, or set CHROMIUM to its path.' }
  if (!runs('ffmpeg', '-version'))
    return { missing: 'ffmpeg was not found: install it (Debian: apt install ffmpeg).' }
  if (!runs('festival', '--version')) return { missing: `festival was not found: ${voiceInstall}` }
  if (!runs('festival', '-b', '(voice_cmu_us_slt_arctic_hts)'))
    return { missing: `The voice "slt" was not found: ${voiceInstall}` }
  return { chromium }
}

const voiceInstall = 'install it (Debian: apt install festival festvox-us-slt-hts).'

function runs(program: string, ...parameters: string[]): boolean {
  try {
    execFileSync(program, parameters, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
