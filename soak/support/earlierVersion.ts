import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** Checks out the files of a commit into a separate folder, with this version's packages. @param paths all by default */
export const checkOutCommit = (commit: string, ...paths: readonly string[]): Readonly<{ home: string; remove: () => void }> => {
  const home = mkdtempSync(join(tmpdir(), 'quotaboard-version-'));
  const archive = execFileSync('git', ['archive', commit, ...paths], { cwd: root, maxBuffer: 2 ** 28 });
  execFileSync('tar', ['-x', '-C', home], { input: archive });
  symlinkSync(join(root, 'node_modules'), join(home, 'node_modules'));
  return { home, remove: () => rmSync(home, { recursive: true, force: true }) };
};
