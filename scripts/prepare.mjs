// Makes this checkout ready to run: installs packages, compiles the messages and builds the screens, each only when
// what it is made from has changed. Plain JavaScript for Node 18 and later, because it runs before anything is there.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
export const bin = (name) => join(root, 'node_modules', '.bin', name)

const steps = {
  packages: {
    says: 'Installing packages (about a minute the first time)',
    madeFrom: ['package.json', 'package-lock.json'],
    stamp: 'node_modules/.lectern-stamp',
    // not `npm ci`: decisions/002-installing.md
    run: () => run(process.platform === 'win32' ? 'npm.cmd' : 'npm', ['install', '--no-audit', '--no-fund']),
  },
  messages: {
    says: 'Compiling the messages',
    madeFrom: [
      'src/messages/en',
      'src/messages/de',
      'project.inlang/settings.json',
      'mails.inlang/settings.json',
      'package.json',
      'package-lock.json',
    ],
    stamp: 'src/messages/generated/.lectern-stamp',
    run: () => run(bin('node'), ['--run', 'messages']),
  },
  screens: {
    says: 'Building the screens',
    madeFrom: [
      'src/web',
      'src/domain',
      'src/contract',
      'src/messages/en',
      'vite.config.ts',
      'package-lock.json',
    ],
    stamp: 'dist/.lectern-stamp',
    run: () => run(bin('node'), ['--run', 'build']),
  },
}

/** Brings the named steps up to date. A failing step ends the process with its own message. */
export function prepare(wanted = ['packages', 'messages', 'screens']) {
  for (const name of wanted) {
    const step = steps[name]
    const stamp = join(root, step.stamp)
    const fingerprint = fingerprintOf(step.madeFrom)
    if (existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint) continue
    console.error(`${step.says} …`)
    rmSync(stamp, { force: true })
    step.run()
    mkdirSync(dirname(stamp), { recursive: true })
    // installing may rewrite the lockfile, so the stamp says what is there afterwards
    writeFileSync(stamp, fingerprintOf(step.madeFrom))
  }
}

function fingerprintOf(paths) {
  const hash = createHash('sha256')
  for (const path of paths) addTo(hash, path)
  return hash.digest('hex')
}

function addTo(hash, path) {
  const full = join(root, path)
  if (!existsSync(full)) return
  if (statSync(full).isDirectory()) {
    for (const name of readdirSync(full).sort()) addTo(hash, join(path, name))
  } else {
    hash.update(path).update('\0').update(readFileSync(full))
  }
}

function run(command, args) {
  const path = `${join(root, 'node_modules', '.bin')}${process.platform === 'win32' ? ';' : ':'}${process.env.PATH}`
  const done = spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', 2, 2],
    env: { ...process.env, PATH: path },
  })
  if (done.error) throw done.error
  if (done.status !== 0) process.exit(done.status ?? 1)
}
