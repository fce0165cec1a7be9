// npm run setup: makes the settings that a new site begins with, APP_SECRET and BASE_URL, into lectern.env (mode 0600),
// which `npm run serve` and the commands read; variables of the environment win. Everything else is set in the browser.
// Plain JavaScript for Node 18 and later, because it may run before anything is installed.
import { randomBytes } from 'node:crypto'
import { existsSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { settingsFile } from './prepare.mjs'

/** Returns scheme and host of the address of a site; undefined where it is none. */
function siteAddress(typed) {
  if (!URL.canParse(typed.trim())) return undefined
  const { protocol, hostname, origin, pathname } = new URL(typed.trim())
  const isLocal = hostname === 'localhost' || hostname === '127.0.0.1'
  return pathname === '/' && (protocol === 'https:' || (protocol === 'http:' && isLocal)) ? origin : undefined
}

async function askAddress() {
  const given = process.env.BASE_URL
  if (given) return siteAddress(given)
  const typing = createInterface({ input: process.stdin, output: process.stdout })
  const typed = await typing.question('Address of the site, such as https://videos.example.org: ')
  typing.close()
  return siteAddress(typed)
}

async function main() {
  // another secret would open nothing that the first one has sealed
  if (existsSync(settingsFile)) throw new Error(`${settingsFile} is there already. It was not changed.`)
  const address = await askAddress()
  if (address === undefined)
    throw new Error('The address has to be scheme and host only, such as https://videos.example.org.')
  const secret = randomBytes(32).toString('base64url')
  const text = `BASE_URL=${address}\nAPP_SECRET=${secret}\n`
  writeFileSync(settingsFile, text, { mode: 0o600, flag: 'wx' })
  console.log(`${settingsFile} holds APP_SECRET and BASE_URL. No backup of the site contains APP_SECRET:`)
  console.log('keep a copy of this file elsewhere. Now run: npm run serve')
}

main().catch((error) => {
  console.error(error.message)
  process.exitCode = 1
})
