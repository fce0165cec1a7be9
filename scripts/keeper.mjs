// npm run serve: runs the site, and for `npm run upgrade` another version of it in its place, because a supervisor such as
// systemd knows this process and not its child. Plain JavaScript, because the machine's Node may run it. Keepers of this
// version start later ones: `readyToStart` of run.mjs and what main.ts tells its parent have to stay as they are.
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { basename, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { root } from './prepare.mjs'

/** Milliseconds in which a version ends before it is killed; the site's own limit is 11 seconds. */
const endsWithinMs = 15_000
/** Milliseconds in which a version of an upgrade becomes ready, with its migrations. */
const readyWithinMs = 600_000

let site
/** A connected upgrade decides what runs; without one the end of the site is the end of this process. */
let upgrades = false
let isEnding = false

/** Runs this version for real visitors, in place of this process. */
export function keepSite() {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => {
      isEnding = true
      if (site) site.kill(signal)
      else process.exit(143)
    })
  if (process.env.npm_lifecycle_event) stopWithShell()
  listenToUpgrades()
  start(root)
}

/** npm passes TERM to its shell, which ends without passing it on. */
function stopWithShell() {
  const shell = process.ppid
  const looking = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(looking)
    process.kill(process.pid, 'SIGTERM')
  }, 500).unref()
}

/**
 * Runs the version in the folder `at`, in place of a running one. Resolves with `{ ready: true }`, or with a sentence of why it does
 * not run.
 */
async function start(at) {
  const { readyToStart } = await import(pathToFileURL(join(at, 'scripts/run.mjs')))
  const begin = readyToStart(['src/server/main.ts'], { DEMO: '0' }, ['ipc'])
  await stop()
  const child = begin()
  site = child
  let refused
  const isReady = new Promise((resolved) => {
    child.on('message', (message) => {
      if (message.ready) resolved({ ready: true })
      refused = message.refused ?? refused
    })
    child.on('error', ({ message }) => resolved({ failed: message }))
    child.on('exit', async (code, signal) => {
      if (site === child) site = undefined
      // what it has sent may not have been read yet
      if (child.connected) await once(child, 'disconnect')
      resolved({ failed: refused ?? `It ended with ${code ?? signal}; its log says why.` })
      if (!upgrades || isEnding) process.exit(code ?? (signal === 'SIGINT' ? 130 : 143))
    })
  })
  return isReady
}

/** The same with a limit of time; what did not become ready has ended then. */
async function startInTime(at) {
  const isLate = new Promise((resolved) => {
    setTimeout(() => resolved({ failed: 'It did not become ready.' }), readyWithinMs).unref()
  })
  const outcome = await Promise.race([start(at), isLate])
  if (outcome.failed) await stop()
  return outcome
}

async function stop() {
  const ending = site
  if (!ending) return {}
  const ended = once(ending, 'exit')
  ending.kill('SIGTERM')
  const timer = setTimeout(() => ending.kill('SIGKILL'), endsWithinMs)
  await ended
  clearTimeout(timer)
  return {}
}

/**
 * Takes the lines `{"stop":true}` and `{"start":"<folder>"}` of an upgrade by the same user, and answers each with a line.
 * Only in an installation of releases: elsewhere nothing is upgraded.
 */
function listenToUpgrades() {
  const releases = dirname(root)
  if (basename(releases) !== 'releases') return
  const socket = join(releases, `.keeper-${process.pid}`)
  rmSync(socket, { force: true })
  const server = createServer(serveUpgrade)
  // relative, because the path of a socket is limited to 100 characters
  process.chdir(root)
  const mask = process.umask(0o177)
  server.listen(`../${basename(socket)}`)
  process.umask(mask)
  server.on('error', ({ message }) => console.error(`npm run upgrade cannot reach this process: ${message}`))
  server.unref()
  process.on('exit', () => rmSync(socket, { force: true }))
}

function serveUpgrade(caller) {
  if (upgrades) return caller.destroy()
  upgrades = true
  // one after the other
  let last = Promise.resolve()
  createInterface({ input: caller }).on('line', (line) => {
    const { start: at } = JSON.parse(line)
    last = last
      .then(() => (at ? startInTime(at) : stop()))
      .then((reply) => caller.write(`${JSON.stringify(reply)}\n`))
  })
  caller.on('error', () => caller.destroy())
  caller.on('close', async () => {
    await last
    upgrades = false
    // an upgrade that was killed: the supervisor of this process starts the linked version
    if (!site) process.exit(1)
  })
}
