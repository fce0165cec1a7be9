// npm run doctor
import { runDoctor } from './run-doctor.ts'

process.exitCode = await runDoctor({
  args: process.argv.slice(2),
  environment: process.env,
  output: process.stdout,
})
