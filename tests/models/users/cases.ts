import type { User } from '../../../contract/entities/user.ts';
import { usersMachine } from '../../../src/machines/people/users.machine.ts';
import { user as sam } from '../session/cases.ts';
import type { MachineCases } from '../support/walk.ts';

export const self: User = {
  ...sam,
  id: '1',
  first_name: 'Ada',
  last_name: 'Admin',
  email: 'admin@demo.test',
  role: 'admin',
  manager_id: null,
};
export const other: User = { ...sam, id: '9', first_name: 'Ben', last_name: 'Ortiz', email: 'ben@demo.test', version: 4 };
export const inactiveUser: User = { ...other, id: '10', first_name: 'Cleo', last_name: 'Park', email: 'cleo@demo.test', active: false };
export const refused = { status: 409, data: { message: 'Ben Ortiz has history. Deactivate instead.' } };

export const users: MachineCases<typeof usersMachine> = {
  machine: usersMachine,
  inputs: [
    { selfId: '1', mayImport: true },
    { selfId: '1', mayImport: false },
  ],
  cases: {
    'form.open': [{ user: null }, { user: other }],
    'form.closed': [{}],
    'form.saved': [
      { user: other, password: null },
      { user: other, password: 'made-up-1' },
    ],
    'import.open': [{}],
    'import.closed': [{}],
    'action.choose': [
      { action: { kind: 'delete', user: self } },
      { action: { kind: 'delete', user: other } },
      { action: { kind: 'deactivate', user: other } },
      { action: { kind: 'activate', user: inactiveUser } },
      { action: { kind: 'reset', user: other } },
    ],
    'temporary.close': [{}],
    'action.settled': [
      { action: { kind: 'reset', user: other }, outcome: 'refused' },
      { action: { kind: 'reset', user: other }, outcome: 'failed', error: refused },
      { action: { kind: 'reset', user: other }, outcome: 'succeeded', answer: null },
      { action: { kind: 'reset', user: other }, outcome: 'succeeded', answer: 'made-up-2' },
      { action: { kind: 'invite', user: other }, outcome: 'succeeded', answer: 'https://here.test/login/link#sl_1' },
    ],
  },
  project: ({ mayImport, subject }) => [mayImport, subject?.id],
  rig: { children: { list: () => ({}) } },
};
