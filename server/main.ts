import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import closeWithGrace from 'close-with-grace';
import { runCreateAdmin } from './cli/createAdmin.ts';
import { readConfig } from './config.ts';
import { StartRefused } from './db/startRefused.ts';
import { startServer } from './server.ts';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** dist/web, seen from dist/server/main.js or, in development, from server/main.ts. */
const findWebRoot = (): string | undefined =>
  ['../web', '../dist/web'].map((path) => fileURLToPath(new URL(path, import.meta.url))).find((path) => existsSync(path));

const serve = async (config: ReturnType<typeof readConfig>): Promise<void> => {
  const running = await startServer({ config, webRoot: findWebRoot(), print });
  closeWithGrace({ delay: 15_000, logger: false }, async ({ err }) => {
    if (err) console.error(err.stack ?? err.message);
    await running.close();
  });
  print(`ready ${running.url}`);
};

try {
  const config = readConfig(process.env, process.argv.slice(2));
  if (config.command === 'admin:create') await runCreateAdmin(config, process.env, print);
  else await serve(config);
} catch (error) {
  console.error(error instanceof StartRefused ? error.message : error);
  process.exit(1);
}
