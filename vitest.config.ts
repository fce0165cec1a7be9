import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  plugins: [react()],
  test: {
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          include: ['src/{domain,contract,server,messages}/**/*.test.ts', 'src/web/**/*.test.ts', 'tests/*.test.ts', 'scripts/**/*.test.ts'],
        },
      },
      { extends: true, test: { name: 'screen', environment: 'jsdom', include: ['src/web/**/*.test.tsx'] } },
    ],
  },
})
