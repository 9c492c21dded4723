import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'oxc-parser';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const folders = ['contract', 'src', 'server/domain', 'server/documents', 'server/http', 'server/jobs'];

/** Places outside contract/messages that may contain text that reads like a sentence, with the reason. */
const exceptions: readonly (readonly [path: RegExp, reason: string])[] = [
  [/^contract\/messages\//, 'is where they live'],
  [/^contract\/entities\//, 'a label and its colour stand with the value that they name (ARCHITECTURE)'],
  [/^contract\/rules\/commission\/attainment\.ts$/, 'the three labels of spec 4.06, with their colours'],
  [/^src\/screens\/events\/columns\.tsx$/, 'the devices of spec 2.46 are values, compared with what a source sends'],
  [/^src\/screens\/settings\/deviceName\.ts$/, 'names of browsers and systems'],
  [
    /^(contract\/rules\/(imports\/(fields|layouts\/\w+)|connections\/sheetColumns|payroll)|server\/domain\/imports\/reading\/reportRows)\.ts$/,
    'names of columns as companies write them',
  ],
  [/^server\/domain\/session\/commonPasswords\.ts$/, 'a list of passwords'],
  [
    /^server\/http\/(plugins\/(openapi|docs|answers)|routes\/(disputes\/stepDispute|deals\/stepDeal|invoices\/stepInvoice))\.ts$/,
    'the document of the API, which programmers read',
  ],
  [/^server\/http\/plugins\/metrics\.ts$/, 'the help of each metric, which operators read in their own tools, and a header'],
  [/^src\/services\/http\.ts$/, 'a header'],
  [/^src\/ui\/grid\/Grid\.tsx$/, 'keys of rows without content'],
  [/^server\/http\/routes\/people\/postImport\.ts$/, 'a line of the log'],
  [/^server\/domain\/(disputes\/disputeView|payPeriods\/periods)\.ts$/, 'a reason that stands in for the one that will be given'],
];
/** Properties that document the API for programmers. */
const forProgrammers = new Set(['summary', 'description', 'className']);

/** A capital and a second word, a period after words, or three plain words in a row. */
const isSentence = (text: string): boolean =>
  /^[A-Z][a-z’']+,? [\w“{]/.test(text) || /[a-z] .*[a-z]\.$/.test(text) || /(^|[ “"])[a-z’']+ [a-z’']+ [a-z’']+([ .,;:?!]|$)/.test(text);

type Node = Readonly<{ type: string; start: number }> & Readonly<Record<string, unknown>>;
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

const nameOf = (node: unknown): string => (isNode(node) ? String(node.name ?? node.value ?? '') : '');
/** Text for programmers: internal errors, imports, types, and API documentation. */
const isForProgrammers = (node: Node): boolean =>
  /^(Import|ExportAll|TS(?!As|Satisfies|NonNull))/.test(node.type) ||
  (node.type === 'NewExpression' && /Error$/.test(nameOf(node.callee))) ||
  (node.type === 'CallExpression' && nameOf(node.callee) === 'formBody') ||
  (node.type === 'Property' && forProgrammers.has(nameOf(node.key))) ||
  (node.type === 'JSXAttribute' && forProgrammers.has(nameOf(node.name)));

const textOf = (node: Node): string | null => {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type === 'JSXText') return String(node.value).trim();
  if (node.type !== 'TemplateLiteral') return null;
  return (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('{}');
};

const sentencesOf = (name: string, code: string): string[] => {
  const results: string[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    if (!isNode(value) || isForProgrammers(value)) return;
    const text = textOf(value);
    if (text !== null && isSentence(text)) results.push(text);
    Object.values(value).forEach(visit);
  };
  visit(parseSync(name, code).program);
  return results;
};

const outside = folders.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|tsx|mjs)$/.test(name))
    .map((name) => `${folder}/${name}`)
    .filter((path) => !exceptions.some(([pattern]) => pattern.test(path)))
    .flatMap((path) => sentencesOf(path, readFileSync(join(root, path), 'utf8')).map((text) => `${path}: ${text}`)),
);

describe('sentences shown to users', () => {
  it('exist only in contract/messages', () => expect(outside).toEqual([]));

  it.each([
    ["const a = 'The file is ready.';", ['The file is ready.']],
    [`const a = \`\${name} has two records.\`;`, ['{} has two records.']],
    ['const a = <p>Nothing to see here</p>;', ['Nothing to see here']],
    ["const a = { key: 'must be a list' } as const;", ['must be a list']],
    ["throw new Error('it was never asked for');", []],
    ["const a = { summary: 'Edit an event' };", []],
    ['const a = <p className="muted figure wide">{text}</p>;', []],
    ["type Kind = 'credit memo of old';", []],
    ["import a from './a b c d.ts';", []],
  ])('are recognised by their form: %s', (code, found) => expect(sentencesOf('a.tsx', code)).toEqual(found));

  it('have no unused exception', () => {
    const paths = folders.flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
    );
    expect(exceptions.filter(([pattern]) => !paths.some((path) => pattern.test(path)))).toEqual([]);
  });
});

it('no module destructures the messages, which would bundle every sentence into the first screen', () => {
  const destructuringFiles = ['contract', 'src', 'server'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => `${folder}/${name}`)
      .filter((path) => /\.tsx?$/.test(path) && /\} = messages;/.test(readFileSync(join(root, path), 'utf8'))),
  );
  expect(destructuringFiles).toEqual([]);
});
