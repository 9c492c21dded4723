import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** HAProxy with this configuration, written into `folder`. @returns the function that ends it */
export const startProxy = (folder: string, config: string): (() => Promise<void>) => {
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, config);
  const proxy = spawn('haproxy', ['-db', '-q', '-f', file], { stdio: 'ignore' });
  const hasEnded = once(proxy, 'exit');
  return async () => {
    proxy.kill('SIGTERM');
    await hasEnded;
  };
};
