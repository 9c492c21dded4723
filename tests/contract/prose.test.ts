import { expect, it } from 'vitest';
import { exportFaults, proseFaults } from '../../scripts/prose.mjs';
import { subjectFault } from '../../scripts/subjects.mjs';

it('reports comments that begin with a relative clause, and meaningless names', () => {
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

it('reports each export that two product files share', () => {
  const texts = new Map([
    ['contract/rules/steps.ts', 'export type Step = string;\nexport const Step = 1;\nexport const readSteps = () => [];'],
    ['server/db/migrations/001_start.ts', 'export const up = async () => {};'],
    ['server/db/migrations/002_money.ts', 'export const up = async () => {};'],
    ['server/domain/steps.ts', 'export async function readSteps() {}\nconst Step = 2;'],
    ['src/ui/chart/index.tsx', 'export const BarChart = lazily();'],
    ['src/ui/chart/BarChart.tsx', 'export function BarChart() {}'],
    ['src/screens/steps.ts', 'export interface Step {}'],
    ['tests/steps.ts', 'export const readSteps = 1;'],
  ]);
  expect(exportFaults(texts)).toEqual([
    'Step: contract/rules/steps.ts, src/screens/steps.ts',
    'readSteps: contract/rules/steps.ts, server/domain/steps.ts',
  ]);
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
