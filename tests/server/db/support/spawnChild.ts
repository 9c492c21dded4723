import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export type Child = Readonly<{
  process: ChildProcess;
  lines: readonly string[];
  line: (n: number) => Promise<string>;
  kill: () => Promise<void>;
}>;

/** Starts child.ts; `line(n)` waits for its n-th line (from 0), `kill` sends SIGKILL. */
export const spawnChild = (dataDir: string, task: 'hold' | 'write', from = 0): Child => {
  const script = fileURLToPath(new URL('./child.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', script, dataDir, task, String(from)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines: string[] = [];
  let rest = '';
  const waiting = new Set<() => void>();
  child.stdout?.on('data', (chunk: Buffer) => {
    const parts = (rest + chunk).split('\n');
    rest = parts.pop() ?? '';
    lines.push(...parts);
    for (const look of waiting) look();
  });
  const exited = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const line = (n: number): Promise<string> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        const result = lines[n];
        if (result === undefined) return;
        waiting.delete(look);
        resolve(result);
      };
      waiting.add(look);
      look();
      void exited.then(() => reject(new Error(`the process ended after ${lines.length} lines`)));
    });
  return {
    process: child,
    lines,
    line,
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
};
