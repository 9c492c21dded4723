import { execFile, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectionKinds } from '../../contract/entities/connection.ts';
import { integrationMessages } from '../../contract/messages/integrations.ts';

const root = join(import.meta.dirname, '../..');
const TIMEOUT_MS = 900_000;
/** The lists of kinds that the script adds to. */
const lists = [
  'contract/entities/connection.ts',
  'contract/messages/all.ts',
  'contract/messages/integrations.ts',
  'server/connectors/index.ts',
  'tests/stand-ins/index.ts',
  'src/screens/systemSettings/connections/tabs.tsx',
];
let copy = '';
type Output = Readonly<{ stdout: string; stderr: string }>;
/** Resolves with stdout and stderr whatever the exit code. */
const run = (command: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Output> =>
  new Promise((resolve) => {
    execFile(
      join('node_modules/.bin', command),
      args,
      { cwd: copy, env: { ...process.env, ...env }, maxBuffer: 16 << 20 },
      (_, stdout, stderr) => resolve({ stdout, stderr }),
    );
  });
const newConnector = (...args: string[]) =>
  spawnSync(process.execPath, ['scripts/newConnector.mjs', ...args], { cwd: copy, encoding: 'utf8' });

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
  it('writes every file and list entry: they compile, are formatted, and the source’s test passes', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const written = newConnector('acme', 'Acme Books');
    const files = written.stdout.split('\n').filter((line) => existsSync(join(copy, line)) && line.includes('/'));
    expect(files).toContain('server/connectors/acme/acme.ts');
    const code = files.filter((file) => /\.tsx?$/.test(file));
    const acme = { extends: './tsconfig.json', include: [], files: [...code, ...lists] };
    writeFileSync(join(copy, 'tsconfig.acme.json'), JSON.stringify(acme));
    // In parallel, because each of them mostly waits for files.
    const [compiled, linted, tested] = await Promise.all([
      // A single checker uses the least CPU time.
      run('tsc', ['-p', 'tsconfig.acme.json', '--noEmit', '--checkers', '1']),
      run('biome', ['check', '--vcs-enabled=false', ...code, ...lists]),
      run('vitest', ['run', '--root', copy, '--project', 'server (embedded)', 'tests/server/connectors/acme.test.ts'], {
        TEST_DATABASE_URL: '',
      }),
    ]);
    expect(compiled.stdout).toBe('');
    expect(linted.stderr).toBe('');
    expect(`${tested.stdout}${tested.stderr}`).toMatch(/Tests .*7 passed/);
  });

  it.each([
    [['Acme'], /one lower-case word/],
    [['acmetwo', "Acme's"], /letters, digits and blanks/],
    [['quickbooks'], /quickbooks\.ts.* is there already/],
  ])('refuses %j with a message', (args, sentence) => {
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
    expect(guides).toContain(integrationMessages[kind].tab.replace(' Bank', ''));
  });
});
