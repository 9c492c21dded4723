// npm run build: dist/web (static app, with .br and .gz beside each text file) and dist/server.
import { cpSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { ensureInstalled, root, runBin } from './lib.mjs';

const embedded = join(root, 'server/db/embedded');

const filesUnder = (path) => (statSync(path).isFile() ? [path] : readdirSync(path).flatMap((name) => filesUnder(join(path, name))));

/** index.html is compressed per answer: its nonce differs. */
const compress = () => {
  for (const file of filesUnder(join(root, 'dist/web'))) {
    if (!/\.(js|css|svg|json|txt)$/.test(file)) continue;
    const content = readFileSync(file);
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
    writeFileSync(`${file}.br`, brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
  }
};

export const build = () => {
  const quiet = ['--logLevel', 'warn'];
  runBin('vite', ['build', ...quiet]);
  runBin('vite', ['build', '--ssr', 'server/main.ts', ...quiet]);
  // What runs in the database's thread and child process is started as a file of its own.
  if (existsSync(embedded)) for (const name of readdirSync(embedded)) if (name.endsWith('.mjs')) cpSync(join(embedded, name), join(root, 'dist/server', name));
  compress();
};

if (process.argv[1] === join(root, 'scripts/build.mjs')) {
  ensureInstalled();
  build();
}
