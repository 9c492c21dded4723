import type { ImportLine, ImportResult } from '../../../contract/entities/people.ts';
import { userImportMachine } from '../../../src/machines/people/userImport.machine.ts';
import type { MachineCases } from '../support/walk.ts';

export const line = (number: number, outcome: ImportLine['what'], errors: readonly string[] = []): ImportLine => ({
  line: number,
  first_name: 'Person',
  last_name: `No ${number}`,
  email: `person${number}@demo.test`,
  role: 'salesperson',
  territory: null,
  manager_email: null,
  what: outcome,
  fields: outcome === 'update' ? ['role'] : [],
  errors: [...errors],
});
/** 30 lines with changes make two chunks of 25 and 5; two more change nothing. */
export const lines: readonly ImportLine[] = [
  ...Array.from({ length: 29 }, (_, index) => line(index + 2, 'create')),
  line(31, 'update'),
  line(32, 'same'),
  line(33, 'error', ['Email is required']),
];
export const unchanged = [line(2, 'same')];
const answer = (sent: readonly ImportLine[], password: string | null): ImportResult => ({
  results: sent.map(({ line: number }) => ({ line: number, what: 'create', errors: [], temporary_password: password })),
});
export const withPasswords = answer(lines.slice(0, 25), 'made-up');
export const without = answer(lines.slice(25, 30), null);
export const file = { name: 'people.csv', size: 4096, token: 'file-1' };
export const large = { name: 'huge.csv', size: 2_000_001, token: 'file-2' };

export const userImport: MachineCases<typeof userImportMachine> = {
  machine: userImportMachine,
  inputs: [undefined],
  cases: {
    'file.choose': [{ file: large }, { file }],
    'choices.submit': [{ choices: { columns: { role: 2 }, roles: { AE: 'salesperson' } } }],
    'import.apply': [{}],
    'import.restart': [{}],
    'passwords.download': [{}],
    'close.ask': [{}],
    'close.confirmed': [{}],
    'xstate.done.actor.readFile': [
      {
        output: { lines, unread: ['shoe_size'], header: ['name', 'role'], columns: { name: 0, role: 1 }, missing: [], role_texts: ['AE'] },
      },
      { output: { lines: unchanged, unread: [] } },
    ],
    'xstate.error.actor.readFile': [{ error: { status: 422, data: { message: 'role is missing.' } } }],
    'xstate.done.actor.applyChunk': [{ output: withPasswords }, { output: without }],
    'xstate.error.actor.applyChunk': [{ error: { status: 503 } }],
  },
  project: ({ file, lines: read, shape, sent, results, error }) => [
    file !== null,
    shape.header.length > 0,
    read.length,
    sent,
    results.some((item) => item.temporary_password !== null),
    error,
  ],
};
