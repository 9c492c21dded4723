import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { StartRefused } from '../startRefused.ts';
import { copyDirectory, firstDifference, type Hashes, writeDurably } from './copyFiles.ts';
import { prepareDataDirectory } from './directory.ts';
import { claimDirectory, pauseDirectory } from './owner.ts';

const CLUSTER = 'database';
const STAMP = 'version.json';
const MANIFEST = 'backup.json';

type Manifest = Readonly<{ made_at: string; files: Hashes }>;

const readManifest = (backup: string): Manifest => {
  try {
    return JSON.parse(readFileSync(join(backup, MANIFEST), 'utf8')) as Manifest;
  } catch {
    throw new StartRefused(`${backup} is no backup: its ${MANIFEST} is missing or cannot be read.`);
  }
};

/**
 * Copies an embedded database, with a manifest of its files. A server that has it open finishes its statement, pauses, and resumes
 * after the copy.
 * @throws StartRefused if there is no database, the backup already exists, or the server does not pause long enough
 */
export const backUp = async (dataDir: string, target: string, now: Date): Promise<number> => {
  if (!existsSync(join(dataDir, CLUSTER))) throw new StartRefused(`There is no embedded database in ${resolve(dataDir)}.`);
  const backup = resolve(target);
  if (existsSync(backup)) throw new StartRefused(`${backup} exists already: name a new directory for the backup.`);
  const directory = prepareDataDirectory(dataDir);
  const pausedDirectory = await pauseDirectory(directory);
  const temporaryPath = `${backup}.making-${process.pid}`;
  try {
    const files = copyDirectory(join(directory, CLUSTER), join(temporaryPath, CLUSTER));
    if (existsSync(join(directory, STAMP))) writeDurably(join(temporaryPath, STAMP), readFileSync(join(directory, STAMP)));
    if (!(await pausedDirectory.end()))
      throw new StartRefused('The server went on before the copy was complete: stop it for the backup, or use PostgreSQL.');
    writeDurably(join(temporaryPath, MANIFEST), `${JSON.stringify({ made_at: now.toISOString(), files } satisfies Manifest)}\n`);
    renameSync(temporaryPath, backup);
    return Object.keys(files).length;
  } finally {
    rmSync(temporaryPath, { recursive: true, force: true });
    await pausedDirectory.end();
  }
};

/**
 * Restores a backup where no database exists yet.
 * @returns when the backup was made
 * @throws StartRefused if a file of the backup is missing or changed, or a database already exists
 */
export const restore = async (source: string, dataDir: string): Promise<string> => {
  const backup = resolve(source);
  const { made_at, files } = readManifest(backup);
  const firstChangedFile = firstDifference(join(backup, CLUSTER), files);
  if (firstChangedFile !== null) throw new StartRefused(`The backup ${backup} is damaged: ${firstChangedFile} is not what was written.`);
  const directory = prepareDataDirectory(dataDir);
  const claim = await claimDirectory(directory);
  try {
    if (existsSync(join(directory, CLUSTER)))
      throw new StartRefused(`There is a database in ${directory} already: move it away, or set DATA_DIR to an empty directory.`);
    // The next start removes a partial restore under this name.
    const temporaryPath = join(directory, `${CLUSTER}.new-${process.pid}`);
    copyDirectory(join(backup, CLUSTER), temporaryPath);
    if (existsSync(join(backup, STAMP))) writeDurably(join(directory, STAMP), readFileSync(join(backup, STAMP)));
    renameSync(temporaryPath, join(directory, CLUSTER));
    return made_at;
  } finally {
    await claim.release();
  }
};
