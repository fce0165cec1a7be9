// npm run prune: removes the packages for building and testing, for images; npm run serve does not.
import { prune } from './prepare.mjs'

prune()
