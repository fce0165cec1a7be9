// A server that has loaded its packages and waits for the signal to start: a restart then loads only our own code.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const [file = ''] = process.argv.slice(2)

// without its parent nothing would end it
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))

const told = new Promise((begin) => process.once('message', begin))
const { dependencies } = JSON.parse(readFileSync(join(process.cwd(), 'package.json'), 'utf8'))
// a package that cannot be loaded here is a program or part of one; the server loads it on demand
await Promise.allSettled(Object.keys(dependencies).map((name) => import(name)))
await told
process.channel?.unref()
await import(join(process.cwd(), file))
