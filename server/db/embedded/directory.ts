import { spawn } from 'node:child_process';
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { StartRefused } from '../startRefused.ts';
import { scriptPath } from './scriptPath.ts';

/** The PostgreSQL major version in @electric-sql/pglite 0.5; a data directory works with one major version only. */
export const EMBEDDED_MAJOR = 18;
const STAMP = 'version.json';
const CLUSTER = 'database';

/** PostgreSQL also accepts only 0700 and 0750. */
const OTHERS_ACCESS_BITS = 0o027;

const quoteForShell = (path: string): string => (/^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`);

/** Another user's directory must first change its owner, unless root runs the server. */
const commandToRestrict = (path: string, owner: number): string => {
  const user = process.geteuid?.() ?? 0;
  const chmod = `chmod 700 ${quoteForShell(path)}`;
  return user === 0 || user === owner ? chmod : `sudo chown ${user} ${quoteForShell(path)} && sudo ${chmod}`;
};

/** The data directory contains everybody's pay. Windows has no such modes. */
const assertPrivate = (path: string): void => {
  const { mode, uid } = statSync(path);
  if (process.platform === 'win32' || (mode & OTHERS_ACCESS_BITS) === 0) return;
  throw new StartRefused(
    `Other users of this machine may read or change the data directory ${path} (mode 0${(mode & 0o777).toString(8)}): ` +
      `run ${commandToRestrict(path, uid)}, or set DATA_DIR to a new directory.`,
  );
};

/**
 * The absolute path of the data directory, created with mode 0700 if missing.
 * @throws StartRefused if it cannot be written, or other users can access it
 */
export const prepareDataDirectory = (dataDir: string): string => {
  const path = resolve(dataDir);
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new StartRefused(
      `The data directory ${path} cannot be made or read (${(error as NodeJS.ErrnoException).code}); set DATA_DIR to a directory you may write.`,
    );
  }
  const directory = realpathSync(path);
  assertPrivate(directory);
  return directory;
};

/** The PostgreSQL major version that created this directory; null if its stamp cannot be read. */
const readMajor = (directory: string): number | null => {
  const stamp = join(directory, STAMP);
  if (!existsSync(stamp)) return Number(readFileSync(join(directory, CLUSTER, 'PG_VERSION'), 'utf8').trim());
  try {
    const { postgres } = JSON.parse(readFileSync(stamp, 'utf8')) as { postgres?: unknown };
    return typeof postgres === 'number' ? postgres : null;
  } catch {
    return null;
  }
};

const initdb = (cluster: string): Promise<number> =>
  new Promise((done, reject) => {
    const child = spawn(process.execPath, [scriptPath('initdb.mjs'), cluster], { stdio: ['ignore', 'pipe', 'pipe'] });
    let [stdout, err] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk));
    child.stderr.on('data', (chunk: Buffer) => (err = (err + chunk).slice(-2000)));
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0
        ? done(Number(stdout))
        : reject(new StartRefused(`The embedded database could not be created: ${err.trim() || `exit code ${code}`}`)),
    );
  });

/**
 * The cluster of a claimed data directory, created if missing. It is built under a temporary name and renamed, so that a killed start
 * leaves no partial cluster.
 * @throws StartRefused if another major version of PostgreSQL created the cluster
 */
export const prepareCluster = async (directory: string, log: (text: string) => void): Promise<string> => {
  const cluster = join(directory, CLUSTER);
  for (const name of readdirSync(directory))
    if (name.startsWith(`${CLUSTER}.new-`)) rmSync(join(directory, name), { recursive: true, force: true });
  if (!existsSync(cluster)) {
    log(`Creating the embedded database in ${directory} (once, a few seconds)`);
    const temporaryPath = `${cluster}.new-${process.pid}`;
    const postgres = await initdb(temporaryPath);
    writeFileSync(join(directory, STAMP), `${JSON.stringify({ postgres, created: new Date().toISOString() })}\n`);
    renameSync(temporaryPath, cluster);
  }
  // PGlite creates its files with mode 0666, whatever the umask.
  chmodSync(cluster, 0o700);
  const major = readMajor(directory);
  if (major !== EMBEDDED_MAJOR) {
    throw new StartRefused(
      `The data directory ${directory} belongs to PostgreSQL ${major ?? '(version unknown)'} and this server embeds ${EMBEDDED_MAJOR}; ` +
        'dump it with the version that made it and restore the dump, or set DATA_DIR to another directory.',
    );
  }
  return cluster;
};
