// npm run dev: the screens reload and the server restarts as files change. Open the address that it prints.
import { prepare } from './prepare.mjs'
import { runUnderOwnNode } from './run.mjs'

prepare(['packages', 'messages'])
runUnderOwnNode(['scripts/develop.ts'], { DEMO: process.env.DEMO ?? '1' })
