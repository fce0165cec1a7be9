// npm start: prepares and runs the demo. npm run serve: the same program for real visitors (DEMO=0).
import { prepare, prepareToServe } from './prepare.mjs'
import { runUnderOwnNode } from './run.mjs'

const production = process.argv.includes('--production')
if (production) prepareToServe()
else prepare()
runUnderOwnNode(['src/server/main.ts'], { DEMO: production ? '0' : (process.env.DEMO ?? '1') })
