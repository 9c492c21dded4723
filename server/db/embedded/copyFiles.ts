import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync, readFileSync, statSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** SHA-256 of each file, by its path relative to a directory. */
export type Hashes = Readonly<Record<string, string>>;

const hashOf = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex');

const listFiles = (directory: string, path: string): string[] =>
  readdirSync(join(directory, path)).flatMap((name) => {
    const inner = join(path, name);
    return statSync(join(directory, inner)).isDirectory() ? listFiles(directory, inner) : [inner];
  });
const listDirectories = (directory: string, path: string): string[] => [
  path,
  ...readdirSync(join(directory, path)).flatMap((name) =>
    statSync(join(directory, path, name)).isDirectory() ? listDirectories(directory, join(path, name)) : [],
  ),
];

/** Writes a file with mode 0600 and syncs it to disk before returning. */
export const writeDurably = (path: string, content: Uint8Array | string): void => {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const file = openSync(path, 'w', 0o600);
  try {
    const bytes = Buffer.from(content);
    for (let offset = 0; offset < bytes.length; ) offset += writeSync(file, bytes, offset);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
};

/** Copies a directory, including empty subdirectories. @returns the hashes of the files read */
export const copyDirectory = (from: string, to: string): Hashes => {
  for (const path of listDirectories(from, '')) mkdirSync(join(to, path), { recursive: true, mode: 0o700 });
  const hashes: Record<string, string> = {};
  for (const path of listFiles(from, '')) {
    const content = readFileSync(join(from, path));
    writeDurably(join(to, path), content);
    hashes[path] = hashOf(content);
  }
  return hashes;
};

/** The first file that is missing, changed or extra; null if the directory is unchanged. */
export const firstDifference = (directory: string, hashes: Hashes): string | null => {
  const files = listFiles(directory, '');
  const extraFile = files.find((path) => !Object.hasOwn(hashes, path));
  if (extraFile !== undefined) return extraFile;
  return Object.keys(hashes).find((path) => !files.includes(path) || hashOf(readFileSync(join(directory, path))) !== hashes[path]) ?? null;
};
