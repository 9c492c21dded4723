import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
let copy = '';
const run = (command: string, ...args: string[]) => spawnSync(command, args, { cwd: copy, encoding: 'utf8' });
const newMachine = (...args: string[]) => run(process.execPath, 'scripts/newMachine.mjs', ...args);

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'quotaboard-'));
  for (const path of [
    'ARCHITECTURE.md',
    'package.json',
    'tsconfig.json',
    'biome.json',
    'contract',
    'src/machines',
    'tests/models/support',
  ]) {
    cpSync(join(root, path), join(copy, path), { recursive: true });
  }
  cpSync(join(root, 'scripts/newMachine.mjs'), join(copy, 'scripts/newMachine.mjs'));
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

describe('npm run new:machine', () => {
  it('writes machine, cases, table and walk in our format, and the walk passes', { timeout: 240_000 }, () => {
    expect(newMachine('bankMatch', 'payPeriods').stdout).toContain('src/machines/payPeriods/bankMatch.machine.ts');
    const walked = run('node_modules/.bin/vitest', 'run', '--root', copy, 'tests/models/bankMatch');
    expect(`${walked.stdout}${walked.stderr}`).toMatch(/Tests .*10 passed/);
    const linted = run('node_modules/.bin/biome', 'check', '--vcs-enabled=false', 'src/machines/payPeriods', 'tests/models/bankMatch');
    expect(linted.stderr).toBe('');
    expect(linted.status).toBe(0);
  });

  it.each([
    [['BankMatch', 'payPeriods'], /camelCase/],
    [['bankMatch', 'banks'], /the subject is one of .*payPeriods/],
    [['session', 'session'], /session\.machine\.ts is there already/],
  ])('refuses %j with a message', (args, sentence) => {
    const refused = newMachine(...args);
    expect(refused.status).toBe(1);
    expect(refused.stderr).toMatch(sentence);
  });
});
