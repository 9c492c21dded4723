import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type Product = Readonly<{ url: string; readyMs: number; stop: () => Promise<void> }>;

/** The built product on its own data directory; a given `dataDir` is not deleted. */
export const startProduct = async (port: number, dataDir?: string): Promise<Product> => {
  const dir = dataDir ?? mkdtempSync(join(tmpdir(), 'quotaboard-bench-'));
  const { DATABASE_URL: _, ...env } = process.env;
  const started = performance.now();
  const child = spawn(process.execPath, ['dist/server/main.js', '--demo'], {
    env: { ...env, PORT: String(port), DATA_DIR: dir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const ready = /^ready (http:\S+)/m.exec(output);
      if (ready?.[1]) resolve(ready[1]);
    });
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });
  return {
    url,
    readyMs: performance.now() - started,
    stop: async () => {
      const exited = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await exited;
      if (dataDir === undefined) rmSync(dir, { recursive: true, force: true });
    },
  };
};
