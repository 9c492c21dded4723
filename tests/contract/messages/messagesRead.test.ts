import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { messages } from '../../../contract/messages.ts';
import { permissions } from '../../../contract/permissions.ts';

/** All source text outside the messages, by file. */
const sources = ['contract', 'src', 'server']
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`))
  .filter((name) => /\.(ts|tsx|mjs)$/.test(name) && !name.startsWith('contract/messages/'))
  .map((name) => [name, readFileSync(name, 'utf8')] as const);
const words = new Set(sources.flatMap(([, text]) => text.match(/\w+/g) ?? []));

/** Reasons from several sources: their keys combine a source and a code. */
const COMPOSED: ReadonlySet<string> = new Set(['heldReasons', 'dealReasons', 'sheetReasons', 'shiftReasons']);
/** Keys that are a single identifier; keys with a dot or a space are looked up by value. */
const WORD = /^\w+$/;

const namesIn = (value: unknown, path: readonly string[] = []): string[][] =>
  typeof value !== 'object' || value === null || Array.isArray(value)
    ? []
    : Object.entries(value).flatMap(([name, inner]) => [[...path, name], ...namesIn(inner, [...path, name])]);

it('house, words: no sentence is unused', () => {
  const unread = namesIn(messages).filter((path) => {
    const name = path.at(-1) ?? '';
    return WORD.test(name) && !COMPOSED.has(path[0] ?? '') && !words.has(name);
  });
  expect(unread.map((path) => path.join('.'))).toEqual([]);
});

it('decisions 3.01: no permission is unused', () => {
  const asking = sources.filter(([name]) => name !== 'contract/permissions.ts').map(([, text]) => text);
  const unusedMessages = Object.keys(permissions).filter((permission) => !asking.some((text) => text.includes(`'${permission}'`)));
  expect(unusedMessages).toEqual([]);
});
