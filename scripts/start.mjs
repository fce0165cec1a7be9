// npm start: prepares and runs the demo. npm run serve: the same program for real visitors (DEMO=0).
import { keepSite } from './keeper.mjs'
import { prepare, prepareToServe } from './prepare.mjs'
import { runUnderOwnNode } from './run.mjs'

const production = process.argv.includes('--production')
if (production) {
  prepareToServe()
  keepSite()
} else {
  prepare()
  runUnderOwnNode(['src/server/main.ts'], { DEMO: process.env.DEMO ?? '1' })
}
