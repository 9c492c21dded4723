import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const postgres = process.env.TEST_DATABASE_URL;
const server = {
  include: ['tests/server/**/*.test.ts'],
  pool: 'forks' as const,
  globalSetup: ['tests/server/support/globalSetup.ts'],
  testTimeout: 30_000,
  hookTimeout: 60_000,
};

export default defineConfig({
  test: {
    maxWorkers: 2,

    projects: [
      { test: { name: 'rules', include: ['tests/contract/**/*.test.ts'], pool: 'forks' as const } },
      { test: { name: 'models', include: ['tests/models/**/*.test.ts', 'tests/services/**/*.test.ts'], pool: 'forks' as const } },
      {
        plugins: [react()],
        test: {
          name: 'screens',
          include: ['tests/**/*.test.tsx'],
          environment: 'happy-dom',
          setupFiles: ['tests/ui/setup.ts'],
          pool: 'forks' as const,
        },
      },
      { test: { name: 'server (embedded)', ...server, env: { TEST_DATABASE: 'embedded' } } },
      ...(postgres ? [{ test: { name: 'server (PostgreSQL)', ...server, env: { TEST_DATABASE: 'postgres' } } }] : []),
      {
        test: {
          name: 'browser',
          include: ['tests/e2e/**/*.test.ts'],
          pool: 'forks' as const,
          fileParallelism: false,
          globalSetup: ['tests/e2e/support/globalSetup.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
