import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectionKinds } from '../../contract/entities/connection.ts';
import { integrationWords } from '../../contract/messages/integrations.ts';

const root = join(import.meta.dirname, '../..');
const TIMEOUT_MS = 280_000;
let copy = '';
const run = (command: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  spawnSync(command, args, { cwd: copy, encoding: 'utf8', env: { ...process.env, ...env } });
const newConnector = (...args: string[]) => run(process.execPath, ['scripts/newConnector.mjs', ...args]);

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'quotaboard-'));
  for (const path of [
    'package.json',
    'tsconfig.json',
    'biome.json',
    'vitest.config.ts',
    'contract',
    'server',
    'src',
    'docs',
    'scripts',
    'tests',
  ])
    cpSync(join(root, path), join(copy, path), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
}, 60_000);
afterAll(() => rmSync(copy, { recursive: true, force: true }));

describe('npm run new:connector', () => {
  it('writes every file and every line of a list: they compile, are formatted, and the test of the source passes', {
    timeout: TIMEOUT_MS,
  }, () => {
    const written = newConnector('acme', 'Acme Books');
    const files = written.stdout.split('\n').filter((line) => existsSync(join(copy, line)) && line.includes('/'));
    expect(files).toContain('server/connectors/acme/acme.ts');
    const code = files.filter((file) => /\.tsx?$/.test(file));
    const lists = [
      'server/connectors/index.ts',
      'tests/stand-ins/index.ts',
      'src/screens/systemSettings/index.tsx',
      'contract/features.ts',
    ];
    writeFileSync(
      join(copy, 'tsconfig.acme.json'),
      JSON.stringify({
        extends: './tsconfig.json',
        include: [],
        files: [...code, ...lists],
      }),
    );
    const input = run('node_modules/.bin/tsc', ['-p', 'tsconfig.acme.json', '--noEmit']);
    expect(input.stdout).toBe('');
    const linted = run('node_modules/.bin/biome', ['check', '--vcs-enabled=false', ...code, ...lists]);
    expect(linted.stderr).toBe('');
    const tested = run(
      'node_modules/.bin/vitest',
      ['run', '--root', copy, '--project', 'server (embedded)', 'tests/server/connectors/acme.test.ts'],
      { TEST_DATABASE_URL: '' },
    );
    expect(`${tested.stdout}${tested.stderr}`).toMatch(/Tests .*7 passed/);
  });

  it.each([
    [['Acme'], /one lower-case word/],
    [['acmetwo', "Acme's"], /letters, digits and blanks/],
    [['quickbooks'], /quickbooks\.ts.* is there already/],
  ])('refuses %j with a sentence', (args, sentence) => {
    const refused = newConnector(...args);
    expect(refused.status).toBe(1);
    expect(refused.stderr).toMatch(sentence);
  });
});

describe('each kind', () => {
  it.each(connectionKinds)('%s has a guide, which the list of guides names', (kind) => {
    const guides = readFileSync(join(root, 'docs/integrations/README.md'), 'utf8');
    expect(existsSync(join(root, `docs/integrations/${kind}.md`))).toBe(true);
    expect(guides).toContain(`(${kind}.md)`);
    expect(guides).toContain(integrationWords[kind].tab.replace(' Bank', ''));
  });
});
