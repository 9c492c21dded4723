import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { UserFact, UserImpact } from '../../../contract/entities/people.ts';
import { messages } from '../../../contract/messages.ts';
import { ConfirmArea } from '../../../src/app/shell/ConfirmArea.tsx';
import UserDialog from '../../../src/screens/users/parts/UserDialog.tsx';
import type { Users } from '../../../src/screens/users/useUsers.ts';
import { createStage, Stage } from '../../models/support/stage.tsx';
import { other, self } from '../../models/users/cases.ts';

const t = messages.userFormText;
beforeEach(() => {
  facts = recorded;
  refusal = null;
});
afterEach(cleanup);

const impact: UserImpact = {
  open: [{ user_id: other.id, name: 'Ben Poe', month: '2026-11', before: 500, after: 700 }],
  late: [{ user_id: other.id, name: 'Ben Poe', month: '2026-09', before: 0, after: 20 }],
  leaving: { last_day: '2026-12-31', open_deals: 3, unpaid: 120 },
};
const planned: UserFact = {
  field: 'territory',
  value: 'Midwest',
  first_day: '2026-12-01',
  recorded_at: '2026-11-20T10:00:00Z',
  recorded_by: 'Ada Lane',
  planned: true,
};
let facts: UserFact[] = [];
let refusal: object | null = null;
const recorded: UserFact[] = [
  { field: 'role', value: 'salesperson', first_day: '2026-10-01', recorded_at: '2026-10-02T10:00:00Z', recorded_by: 'Ada Lane' },
  { field: 'manager', value: null, first_day: null, recorded_at: null, recorded_by: null },
];

const open = async (features: readonly string[], subject: typeof other | null = other) => {
  const app = await createStage({ features: [...features] });
  const requests: unknown[] = [];
  const saved: unknown[] = [];
  const withdrawn: unknown[] = [];
  const users = {
    service: {
      page: async () => ({ data: [self, other], pagination: { cursor: null, limit: 500, total: 2 } }),
      impact: async (_id: string, body: unknown) => {
        requests.push(body);
        return impact;
      },
      history: async () => facts,
      withdrawPlanned: async (id: string, field: string, day: string) => {
        withdrawn.push([id, field, day]);
        if (refusal) throw refusal;
        facts = facts.filter((fact) => fact.planned !== true);
      },
      update: async (_id: string, body: unknown) => {
        saved.push(body);
        return other;
      },
      create: async (body: unknown) => {
        saved.push(body);
        return { user: other, password: null };
      },
    },
    formSaved: () => {},
    formClosed: () => {},
  } as unknown as Users;
  await act(async () => {
    render(
      <Stage app={app}>
        <UserDialog subject={subject} users={users} />
        <ConfirmArea />
      </Stage>,
    );
  });
  return { asked: requests, saved, withdrawn };
};
const settle = () => act(async () => void (await new Promise((resolve) => setTimeout(resolve, 20))));
const type = async (label: string, value: string): Promise<void> => {
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
  await settle();
};
const save = async (): Promise<void> => {
  fireEvent.click(screen.getByRole('button', { name: t.save }));
  await settle();
};

it('decisions 2.22: asks for a territory’s first day, and shows the difference before the save', async () => {
  const { asked: requests, saved } = await open(['people-dates']);
  expect(screen.queryByLabelText(t.from)).toBeNull();
  await type(t.territory, 'Midwest');
  await type(t.from, '2026-10-01');
  expect(requests.at(-1)).toEqual({ territory: 'Midwest', effective_from: '2026-10-01' });
  const section = within(screen.getByRole('region', { name: t.impact }));
  expect(section.getByText('$700.00')).toBeTruthy();
  expect(section.getByText('Nov 2026')).toBeTruthy();
  expect(section.getByText(t.impactLate)).toBeTruthy();
  expect(section.getByText('Open deals that stay theirs until you give them to somebody else: 3')).toBeTruthy();
  await save();
  expect(saved).toEqual([{ first_name: other.first_name, last_name: other.last_name, territory: 'Midwest', effective_from: '2026-10-01' }]);
});

it('a new person has an employment start', async () => {
  const { saved } = await open(['people-dates'], null);
  await type(t.firstName, 'Nia');
  await type(t.lastName, 'Noor');
  await type(t.email, 'nia@example.test');
  await type(t.role, 'salesperson');
  await type(t.employmentStart, '2026-10-05');
  await save();
  expect(saved).toEqual([
    { first_name: 'Nia', last_name: 'Noor', email: 'nia@example.test', role: 'salesperson', employment_start: '2026-10-05' },
  ]);
});

it('decisions 2.22: a start after the recorded last day says that the person is rehired, and omits the end', async () => {
  const formerUser = { ...other, employment_start: '2026-01-15', employment_end: '2026-03-31' };
  facts = [{ ...planned, planned: false, field: 'employment', value: '2026-03-31', first_day: '2026-01-15' }];
  const { saved, asked } = await open(['people-dates'], formerUser);
  expect(screen.getByText('Until Mar 31, 2026')).toBeTruthy();
  await type(t.employmentStart, '2026-09-15');
  expect(screen.getByText(/^Employed again from this day: employment until Mar 31, 2026 stays in the history/)).toBeTruthy();
  expect(asked.at(-1)).toEqual({ employment_start: '2026-09-15' });
  await type(t.employmentEnd, '');
  expect(screen.getByText(/^Employed again from this day/)).toBeTruthy();
  await save();
  expect(saved).toMatchObject([{ employment_start: '2026-09-15', employment_end: null }]);
  cleanup();
  await open(['people-dates'], formerUser);
  await type(t.employmentStart, '2026-02-15');
  expect(screen.queryByText(/^Employed again/)).toBeNull();
});

it('decisions 2.22: the form adds, changes and removes leaves, and requests their effect on pay', async () => {
  const away = { ...other, leaves: [{ from: '2026-03-01', to: '2026-03-31' }] };
  const { saved, asked } = await open(['people-dates'], away);
  expect(screen.getByText(t.leavesHint)).toBeTruthy();
  const press = async (name: string): Promise<void> => {
    fireEvent.click(screen.getByRole('button', { name }));
    await settle();
  };
  await press(t.addLeave);
  await type('First day of leave 2', '2026-07-01');
  await type('Last day of leave 2', '2026-07-14');
  await type('Last day of leave 1', '2026-04-15');
  await save();
  const leaves = [
    { from: '2026-03-01', to: '2026-04-15' },
    { from: '2026-07-01', to: '2026-07-14' },
  ];
  expect(saved).toMatchObject([{ leaves }]);
  expect(asked.at(-1)).toEqual({ leaves });
  cleanup();
  const second = await open(['people-dates'], away);
  await press('Remove leave 1');
  await save();
  expect(second.saved).toMatchObject([{ leaves: [] }]);
});

it('the form omits unchanged leaves, and a provider without them has none', async () => {
  const { saved } = await open(['people-dates'], { ...other, leaves: [{ from: '2026-03-01', to: '2026-03-31' }] });
  await type(t.firstName, 'Benjamin');
  await save();
  expect(saved[0]).not.toHaveProperty('leaves');
  cleanup();
  await open([]);
  expect(screen.queryByText(t.leavesHint)).toBeNull();
});

it('shows each value with its first day and who recorded it', async () => {
  await open(['people-dates']);
  await settle();
  expect(screen.getByText('Oct 1, 2026')).toBeTruthy();
  expect(screen.getByText('Ada Lane, Oct 2, 2026')).toBeTruthy();
  expect(screen.getByText(t.always)).toBeTruthy();
});

const withdrawLabel = 'Withdraw Territory from Dec 1, 2026';
const answerQuestion = async (name: string): Promise<void> => {
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name }));
  await settle();
};

it('decisions 2.22: a planned change is withdrawn from the history after confirmation, and the history reloads', async () => {
  facts = [planned, ...recorded];
  const { withdrawn, saved } = await open(['people-dates']);
  await settle();
  fireEvent.click(screen.getByRole('button', { name: withdrawLabel, hidden: true }));
  await settle();
  await answerQuestion(messages.cancel);
  expect(withdrawn).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: withdrawLabel, hidden: true }));
  await settle();
  await answerQuestion(t.withdraw);
  expect(withdrawn).toEqual([[other.id, 'territory', '2026-12-01']]);
  expect(screen.queryByRole('button', { name: withdrawLabel, hidden: true })).toBeNull();
  expect(screen.getByText('Oct 1, 2026')).toBeTruthy();
  expect(saved).toEqual([]);
});

it('a planned change that cannot be withdrawn says why, and the history reloads', async () => {
  facts = [planned];
  refusal = { status: 404, data: { code: 'not_found', message: t.planGone } };
  await open(['people-dates']);
  await settle();
  fireEvent.click(screen.getByRole('button', { name: withdrawLabel, hidden: true }));
  await settle();
  facts = recorded;
  await answerQuestion(t.withdraw);
  expect(screen.getByText(t.planGone)).toBeTruthy();
  expect(screen.queryByRole('button', { name: withdrawLabel, hidden: true })).toBeNull();
});

it('a past change has no button', async () => {
  await open(['people-dates']);
  await settle();
  expect(screen.queryAllByRole('button', { name: /^Withdraw/, hidden: true })).toEqual([]);
});

it('decisions 1.03: a provider without first days gets the specified fields', async () => {
  const { asked: requests, saved } = await open([]);
  expect(screen.queryByLabelText(t.employmentStart)).toBeNull();
  await type(t.territory, 'Midwest');
  expect(screen.queryByLabelText(t.from)).toBeNull();
  await save();
  expect(requests).toEqual([]);
  expect(saved).toEqual([{ first_name: other.first_name, last_name: other.last_name, role: other.role, territory: 'Midwest' }]);
});

it('decisions 4.10: keeps the person’s removed territory when something else is saved', async () => {
  const { saved } = await open([], { ...other, territory: 'Old North' });
  expect(screen.getByLabelText<HTMLSelectElement>(t.territory).value).toBe('Old North');
  await type(t.lastName, 'Poe-Lane');
  await save();
  expect(saved).toEqual([{ first_name: other.first_name, last_name: 'Poe-Lane', role: other.role, territory: 'Old North' }]);
});
