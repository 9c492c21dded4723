// npm run trust -- NAME [ARGUMENTS]: runs one proof, prints its output, and records the last line in docs/generated/trust/NAME.json and trust.md.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { proofs, type TrustRecord, trustFolder, trustPages } from './docs/trust.ts';
import { root } from './lib.mjs';

const page = join(root, 'docs/generated/trust.md');
const git = (...args: string[]): string => spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout.trim();
/** Changed and new files, except ignored ones and those that the proofs write. */
const changedFiles = (): string => git('status', '--porcelain', '--', '.', ':!docs/generated');
const SHORT_COMMIT = 8;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the colors of a terminal.
const withoutColors = (text: string): string => text.replace(/\u001b\[[0-9;]*m/g, '');

/** Runs a command and prints its output. @returns its lines, and whether it ended with 0 */
const runAndListen = (command: readonly string[]): Promise<Readonly<{ lines: readonly string[]; passed: boolean }>> =>
  new Promise((resolve, reject) => {
    const [program = '', ...args] = command;
    const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    let text = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (part: Buffer) => {
        process.stdout.write(part);
        text += part.toString();
      });
    child.on('error', reject);
    child.on('close', (code) => resolve({ lines: withoutColors(text).split('\n'), passed: code === 0 }));
  });

/** The last line that begins with the name, or a test run's totals. */
const figureOf = (name: string, lines: readonly string[]): string => {
  const own = lines.findLast((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
  const tests = /^ *Tests +(.*?) \(\d+\)$/.exec(lines.findLast((line) => /^ *Tests +/.test(line)) ?? '')?.[1];
  return [own, tests === undefined ? undefined : `tests: ${tests}`].filter((part) => part !== undefined).join('; ');
};

const record = async (name: string, more: readonly string[]): Promise<boolean> => {
  const proof = proofs[name];
  if (!proof) throw new Error(`usage: npm run trust -- NAME, where NAME is one of: ${Object.keys(proofs).join(', ')}`);
  // The record names the commit that was run, so nothing may have changed meanwhile.
  const commit = git('rev-parse', 'HEAD');
  const changed = changedFiles();
  if (changed !== '') throw new Error(`Commit these changes first, because the record names the commit:\n${changed}`);
  const command = [...proof.command, ...more];
  const began = performance.now();
  const { lines, passed } = await runAndListen(command);
  if (git('rev-parse', 'HEAD') !== commit) throw new Error('HEAD moved during the run, so nothing was recorded.');
  const changedMeanwhile = changedFiles();
  if (changedMeanwhile !== '') throw new Error(`These files changed during the run, so nothing was recorded:\n${changedMeanwhile}`);
  const figure = figureOf(name, lines);
  if (figure === '') throw new Error(`${name} printed no line that begins with "${name}: ", so nothing was recorded.`);
  const result: TrustRecord = {
    command: command.map((word) => (word.includes(' ') ? `'${word}'` : word)).join(' '),
    figure,
    day: new Date().toISOString().slice(0, 10),
    commit: commit.slice(0, SHORT_COMMIT),
    minutes: Math.round((performance.now() - began) / 6000) / 10,
    passed,
  };
  mkdirSync(join(root, trustFolder), { recursive: true });
  writeFileSync(join(root, trustFolder, `${name}.json`), `${JSON.stringify(result, null, 2)}\n`);
  return passed;
};

const [name = '', ...more] = process.argv.slice(2);
try {
  const passed = await record(name, more);
  writeFileSync(page, trustPages(root)['trust.md'] ?? '');
  process.exitCode = passed ? 0 : 1;
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 2;
}
