// Shared by the commands: paths, staleness checks, running programs.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
const stamps = join(root, 'node_modules', '.cache', 'quotaboard');
const bin = (name) => join(root, 'node_modules', '.bin', name);

/** The browser for charts and tests. The headless shell skips compositing, which halves a page's processor time. */
export const chromium = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find((path) => path && existsSync(path));

export const hashOf = (text) => createHash('sha256').update(text).digest('hex');
export const readStamp = (name) => (existsSync(join(stamps, name)) ? readFileSync(join(stamps, name), 'utf8') : '');
export const writeStamp = (name, text) => {
  mkdirSync(stamps, { recursive: true });
  writeFileSync(join(stamps, name), text);
};

/** Runs a program to its end with inherited output; exits with its code if it fails. */
export const run = (command, args, options = {}) => {
  const done = spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options });
  if (done.error) throw done.error;
  if (done.status !== 0) process.exit(done.status ?? 1);
};
export const runBin = (name, args, options) => run(bin(name), args, options);
/** Like `run` for verbose programs: prints the output only on failure. */
export const quietBin = (name, args, options = {}) => {
  const done = spawnSync(bin(name), args, { cwd: root, encoding: 'utf8', ...options });
  if (done.error) throw done.error;
  if (done.status === 0) return;
  process.stderr.write(`${done.stdout}${done.stderr}`);
  process.exit(done.status ?? 1);
};
export const startBin = (name, args, options = {}) => spawn(bin(name), args, { cwd: root, stdio: 'inherit', ...options });

const packagesOf = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : {});

/** npm records what it installed: every package of package-lock.json must be listed, except those for other platforms. */
const isInstalled = () => {
  const installed = packagesOf(join(root, 'node_modules', '.package-lock.json'));
  return Object.entries(packagesOf(join(root, 'package-lock.json'))).every(
    ([path, { version, optional }]) => path === '' || optional || installed[path]?.version === version,
  );
};

/** Installs the packages of package-lock.json if they differ from those installed. */
export const ensureInstalled = () => {
  if (isInstalled()) return;
  console.error('installing packages …');
  run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], { stdio: ['ignore', 2, 2] });
};

/** All files below a path; empty if the path doesn't exist. */
export const filesUnder = (path) => {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path).flatMap((name) => filesUnder(join(path, name)));
};
