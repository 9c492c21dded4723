import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeDurably } from '../db/embedded/copyFiles.ts';

const FILE = 'last-backup.json';

/** Records a backup next to the embedded database, for the checklist. */
export const noteBackup = (dataDir: string, at: Date): void =>
  writeDurably(join(dataDir, FILE), `${JSON.stringify({ made_at: at.toISOString() })}\n`);

/** When the last backup was made; null if none was recorded. */
export const backedUpAt = async (dataDir: string): Promise<string | null> => {
  try {
    const { made_at } = JSON.parse(await readFile(join(dataDir, FILE), 'utf8')) as { made_at?: unknown };
    return typeof made_at === 'string' && !Number.isNaN(Date.parse(made_at)) ? made_at : null;
  } catch {
    return null;
  }
};
