// node scripts/run.mjs <file.ts> [arguments]: runs the file with this checkout's Node.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { bin, nodeArguments, nodeEnvironment, prepare, prepareToRun, root, settingsFile } from './prepare.mjs'

/** Runs a TypeScript file in place of this process, with its exit code and signals. */
export function runUnderOwnNode(words, env = {}) {
  const child = readyToStart(words, env)()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  if (process.env.npm_lifecycle_event) stopWithShell(child)
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 143)))
}

/**
 * Returns a function that starts a TypeScript file at once: whether its build is up to date has been found out before. `more` are
 * additional streams of the process. The keepers of other versions call it, too.
 */
export function readyToStart([file, ...args], env = {}, more = []) {
  const words = [...settingsOf(file, env), ...nodeArguments(file), ...args]
  const environment = { ...nodeEnvironment(file), ...process.env, ...env }
  const stdio = ['inherit', 'inherit', 'inherit', ...more]
  return () => spawn(bin('node'), words, { cwd: root, stdio, env: environment })
}

/** The file of `npm run setup` for programs of the site, not of the demo; variables of the environment win over it. */
function settingsOf(file, { DEMO }) {
  const isOfSite = file?.startsWith('src/server/') && DEMO !== '1'
  return isOfSite && existsSync(settingsFile) ? [`--env-file=${settingsFile}`] : []
}

/** npm passes TERM to its shell, which ends without passing it on. */
function stopWithShell(child) {
  const shell = process.ppid
  const looking = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(looking)
    child.kill('SIGTERM')
  }, 500).unref()
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [file, ...args] = process.argv.slice(2)
  // programs outside the site, such as benchmarks, need all packages
  if (file?.startsWith('src/server/')) prepareToRun()
  else prepare()
  runUnderOwnNode([file, ...args])
}
