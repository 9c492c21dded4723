import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build, preview } from 'vite';

/** Both pages as production builds, served on a free port of this machine. */
export const servePages = async (): Promise<{ url: string; stop: () => Promise<void> }> => {
  const outDir = mkdtempSync(join(tmpdir(), 'quotaboard-grid-'));
  const root = import.meta.dirname;
  const common = { root, configFile: false, logLevel: 'error' } as const;
  const input = [join(root, 'own.html'), join(root, 'ag.html')];
  await build({ ...common, plugins: [react()], build: { outDir, emptyOutDir: true, rolldownOptions: { input } } });
  const server = await preview({ ...common, build: { outDir }, preview: { port: 0, host: '127.0.0.1' } });
  const [url] = server.resolvedUrls?.local ?? [];
  if (url === undefined) throw new Error('vite serves the pages nowhere');
  const stop = async (): Promise<void> => {
    await server.close();
    rmSync(outDir, { recursive: true, force: true });
  };
  return { url, stop };
};
