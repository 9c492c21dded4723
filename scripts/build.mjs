// npm run build: dist/web (the static app, with .br and .gz next to each text file) and dist/server.
import { cpSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { bundleCheck } from '../server/documents/bundleCheck.mjs';
import { ensureInstalled, filesUnder, hashOf, readStamp, root, runBin, writeStamp } from './lib.mjs';

const threads = ['server/db/embedded', 'server/documents'].map((path) => join(root, path));

/** index.html is compressed per response because its nonce differs. */
const compress = () => {
  for (const file of filesUnder(join(root, 'dist/web'))) {
    if (!/\.(js|css|svg|json|txt)$/.test(file)) continue;
    const content = readFileSync(file);
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
    writeFileSync(`${file}.br`, brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
  }
};

const build = async () => {
  // Without this, Vite would build React for development if a test ran the build with its own NODE_ENV.
  const vite = (...args) => runBin('vite', ['build', ...args, '--logLevel', 'warn'], { env: { ...process.env, NODE_ENV: 'production' } });
  vite();
  vite('--ssr');
  vite('--ssr', 'tests/stand-ins/index.ts', '--outDir', 'dist/stand-ins');
  // Code for a thread or child process needs its own file.
  for (const file of threads.flatMap(filesUnder)) if (file.endsWith('.mjs')) cpSync(file, join(root, 'dist/server', basename(file)));
  writeFileSync(join(root, 'dist/server/statementCheck.js'), await bundleCheck());
  compress();
};

/** A hash of the size and modification time of every build input, so that checking out an older commit also triggers a build. */
const sourcesHash = () => {
  const files = ['contract', 'src', 'server', 'public', 'tests/stand-ins', 'index.html', 'vite.config.ts', 'package-lock.json'].flatMap(
    (item) => filesUnder(join(root, item)),
  );
  return hashOf(files.map((file) => `${file} ${statSync(file).mtimeMs} ${statSync(file).size}`).join('\n'));
};

/** Builds app and server if their sources changed. */
export const ensureBuilt = async () => {
  const sources = sourcesHash();
  if (existsSync(join(root, 'dist/server/main.js')) && existsSync(join(root, 'dist/web/index.html')) && readStamp('built') === sources)
    return;
  console.error('building …');
  await build();
  writeStamp('built', sources);
};

if (process.argv[1] === join(root, 'scripts/build.mjs')) {
  ensureInstalled();
  await build();
}
