import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'vite';
import { describe, expect, it } from 'vitest';
import type { AnyStateNode } from 'xstate';
import { readMachines } from '../../scripts/docs/machines.ts';
import { withoutDescriptions } from '../../vite.config.ts';
import { nodesOf } from './support/transitions.ts';

const MAX_CHARACTERS = 140;
const kinds = await readMachines(join(import.meta.dirname, '../..'));
const machines = kinds.flatMap((kind) => kind.machines);
const statesOf = (root: AnyStateNode) => nodesOf(root).slice(1);

/** Splits a state's name into words, such as "loading first". */
const wordsOf = (key: string): string => key.replace(/_|(?=[A-Z])/g, ' ').toLowerCase();

const problemsOf = ({ id, key, description = '' }: AnyStateNode): string[] => {
  const words = description.toLowerCase().replace(/[.,:;]/g, '');
  return [
    ...(description === '' ? [`${id} has no description`] : []),
    ...(description !== '' && !/^[A-Z].*\.$/s.test(description) ? [`${id} is not described by a sentence`] : []),
    ...(/^(What|Who|Whose|Whoever|So many|Of)\b/.test(description) ? [`${id} begins with a relative clause`] : []),
    ...(words === wordsOf(key) || words === `it is ${wordsOf(key)}` ? [`${id} only repeats its name`] : []),
    ...(description.length > MAX_CHARACTERS ? [`${id} takes more than ${MAX_CHARACTERS} characters`] : []),
  ];
};

const repeatedIn = (root: AnyStateNode): string[] => {
  const states = statesOf(root);
  return states
    .filter(({ description }, index) => description && states.findIndex((other) => other.description === description) < index)
    .map(({ id }) => `${id} is described as another state is`);
};

it('finds the machines of both folders', () => expect(machines.length).toBeGreaterThan(90));

it('describes every state of every machine in a sentence of its own', () => {
  const roots = machines.map(({ machine }) => machine.root as AnyStateNode);
  expect([...roots.flatMap(statesOf).flatMap(problemsOf), ...roots.flatMap(repeatedIn)]).toEqual([]);
});

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

describe('the build', () => {
  const root = join(import.meta.dirname, '../..');
  const files = ['src/machines', 'contract/lifecycles'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => `${folder}/${name}`),
  );
  const { filter, handler } = withoutDescriptions.transform;
  const descriptions = machines.flatMap(({ machine }) => statesOf(machine.root as AnyStateNode).map(({ description = '' }) => description));

  it.each(files)('removes only the descriptions from %s', (file) => {
    const source = readFileSync(join(root, file), 'utf8');
    const expected = descriptions
      .filter((text) => source.includes(text))
      .reduce((code, text) => code.replace(new RegExp(`description:\\s*['"]${escaped(text)}['"],?`), ''), source);
    const { code } = handler(source);
    expect(code).toBe(expected);
    expect(() => parseAst(code, { lang: 'ts' })).not.toThrow();
    expect(join(root, file)).toMatch(filter.id);
  });

  it('leaves other sources unchanged', () => expect('/app/src/screens/deals/useDealForm.ts').not.toMatch(filter.id));
});
