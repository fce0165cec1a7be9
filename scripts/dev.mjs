// npm run dev: the server restarts and the screens reload as files change. Open the address that Vite prints.
import { spawn } from 'node:child_process'
import { bin, prepare, root } from './prepare.mjs'

prepare()
const env = { ...process.env, DEMO: process.env.DEMO ?? '1' }
const node = [
  '--disable-warning=ExperimentalWarning',
  '--watch',
  '--watch-preserve-output',
  'src/server/main.ts',
]
const running = [
  spawn(bin('node'), node, { cwd: root, stdio: 'inherit', env }),
  spawn(bin('vite'), [], { cwd: root, stdio: 'inherit', env }),
]
const stop = () => {
  for (const child of running) child.kill('SIGTERM')
}
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop)
for (const child of running) {
  child.on('exit', (code) => {
    stop()
    process.exitCode ??= code ?? 0
  })
}
