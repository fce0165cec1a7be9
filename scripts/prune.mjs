// npm run prune: removes the packages that only build and test. For an image; npm run serve leaves what it finds.
import { prune } from './prepare.mjs'

prune()
