// npm run dev: screens reload and the server restarts when files change. Open the printed address.
import { prepare } from './prepare.mjs'
import { runUnderOwnNode } from './run.mjs'

prepare(['packages', 'messages'])
runUnderOwnNode(['scripts/develop.ts'], { DEMO: process.env.DEMO ?? '1' })
