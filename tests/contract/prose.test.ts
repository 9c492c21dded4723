import { expect, it } from 'vitest';
import { proseFaults } from '../../scripts/prose.mjs';
import { subjectFault } from '../../scripts/subjects.mjs';

it('names comments that begin with a relative clause, and names that say nothing', () => {
  const code = [
    '/** What is left of these people. */',
    'const told = 1;',
    '  // Whose it was.',
    '/**',
    ' * Of several: the first.',
    ' */',
    'let MOST = 2;',
  ];
  expect(proseFaults(code.join('\n'))).toEqual([
    '1: a comment begins with "What"',
    '3: a comment begins with "Whose"',
    '4: a comment begins with "Of"',
    '2: the name "told" says nothing',
    '7: the name "MOST" says nothing',
  ]);
  expect(proseFaults("/** The unfinished people. */\nconst request = ask('What is it?'); // Often\nconst keptRows = 1;")).toEqual([]);
});

it.each([
  ['imports: skip void and draft rows', null],
  ['engine: keep the quota counter across plan versions', null],
  ['Who has to do with an invoice is looked up one by one', 'is not "area: imperative verb …"'],
  ['imports: skipped void rows', 'does not begin with an imperative: "skipped"'],
  ['imports: adding a layout', 'does not begin with an imperative: "adding"'],
  ['kitchen: skip void rows', 'names the area "kitchen", which is no subject of ARCHITECTURE.md'],
  [`imports: skip ${'x'.repeat(60)}`, 'has 74 characters of 72'],
])('reads the subject "%s"', (subject, fault) => expect(subjectFault(subject)).toBe(fault));
