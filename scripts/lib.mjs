// What the commands share: where things are, when something is stale, how to run something.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
const stamps = join(root, 'node_modules', '.cache', 'quotaboard');
const bin = (name) => join(root, 'node_modules', '.bin', name);

const hashOf = (text) => createHash('sha256').update(text).digest('hex');
const readStamp = (name) => (existsSync(join(stamps, name)) ? readFileSync(join(stamps, name), 'utf8') : '');
const writeStamp = (name, text) => {
  mkdirSync(stamps, { recursive: true });
  writeFileSync(join(stamps, name), text);
};

/** Runs a program to its end with our own output; exits with its code when it fails. */
export const run = (command, args, options = {}) => {
  const done = spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options });
  if (done.error) throw done.error;
  if (done.status !== 0) process.exit(done.status ?? 1);
};
export const runBin = (name, args, options) => run(bin(name), args, options);
export const startBin = (name, args, options = {}) => spawn(bin(name), args, { cwd: root, stdio: 'inherit', ...options });

/** Installs what package-lock.json asks for, when that is not what is there. */
export const ensureInstalled = () => {
  const lock = hashOf(readFileSync(join(root, 'package-lock.json')));
  if (existsSync(join(root, 'node_modules')) && readStamp('installed') === lock) return;
  console.error('installing packages …');
  run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], { stdio: ['ignore', 2, 2] });
  writeStamp('installed', lock);
};

const filesUnder = (path) => {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path).flatMap((name) => filesUnder(join(path, name)));
};

/** What a build depends on, by size and time of change; a hash, so that an older checkout is stale too. */
const sourcesHash = () => {
  const files = ['contract', 'src', 'server', 'public', 'index.html', 'vite.config.ts', 'package-lock.json'].flatMap((each) => filesUnder(join(root, each)));
  return hashOf(files.map((file) => `${file} ${statSync(file).mtimeMs} ${statSync(file).size}`).join('\n'));
};

/** Builds app and server when their sources changed. */
export const ensureBuilt = async () => {
  const sources = sourcesHash();
  if (existsSync(join(root, 'dist/server/main.js')) && existsSync(join(root, 'dist/web/index.html')) && readStamp('built') === sources) return;
  console.error('building …');
  const { build } = await import('./build.mjs');
  build();
  writeStamp('built', sources);
};
