import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Nothing may depend on where or when the tests run.
    env: { TZ: 'UTC', LC_ALL: 'C' },
    testTimeout: 30_000,
    reporters: ['default', ['json', { outputFile: '.cache/test-results.json' }]],
  },
})
