import { act, cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { ApprovalDetail } from '../../../contract/entities/approval.ts';
import ApprovalsScreen from '../../../src/screens/approvals/index.tsx';
import { late } from '../../models/approvals/cases.ts';
import { user } from '../../models/session/cases.ts';
import { createStage, Stage } from '../../models/support/stage.tsx';

const stub = vi.hoisted(() => ({ detail: undefined as unknown }));
vi.mock('../../../src/services/approvals.ts', () => ({
  createApprovals: () => ({
    page: async () => ({ data: [stub.detail], pagination: { cursor: null, limit: 25, total: 1 } }),
    one: async () => stub.detail,
    count: async () => 1,
    changed: () => {},
    onChanged: () => () => {},
    forget: () => {},
  }),
}));

afterEach(cleanup);
const detail: ApprovalDetail = { ...late, id: 'proposal-5', group: 'own_pay', calculation: null, earlier: null, changes: null, hidden: 0 };
const unchanged = { from: null, part: null };
const open = async (overrides: Partial<ApprovalDetail>) => {
  stub.detail = { ...detail, ...overrides };
  window.history.replaceState(null, '', '/approvals?open=proposal-5');
  const app = await createStage({ features: ['approvals'], user: { ...user, role: 'admin' } });
  await act(async () => {
    render(
      <Stage app={app}>
        <ApprovalsScreen />
      </Stage>,
    );
  });
  await screen.findByRole('heading', { name: 'What would change' });
};
const readList = (list: HTMLElement): (string | null)[][] =>
  [...list.querySelectorAll('div > dt')].map((term) => [term.textContent, term.nextElementSibling?.textContent ?? null]);

it('shows each changed field before and after, with its first day (issue 46)', async () => {
  await open({
    changes: [
      { ...unchanged, field: 'Territory', before: null, after: 'West', from: '2026-05-01' },
      { ...unchanged, field: 'Role', before: 'Salesperson', after: 'Admin' },
      { ...unchanged, field: 'Reason', before: 'Check it', after: null },
    ],
    hidden: 1,
  });
  expect(readList(await screen.findByLabelText('What would change'))).toEqual([
    ['Territory', 'WestFrom May 1, 2026'],
    ['Role', 'Salesperson → Admin'],
    ['Reason', 'Check it → removed'],
  ]);
  expect(screen.getByText('You can’t see 1 more of the changed fields.')).toBeTruthy();
});

it('groups the fields of several items in one change (issue 46)', async () => {
  await open({
    changes: ['Cow', 'Dog'].map((after) => ({ field: 'Customer', before: null, after, from: null, part: `Payment of ${after}` })),
  });
  const parts = screen.getAllByRole('heading', { level: 4 }).map(({ textContent }) => textContent);
  expect(parts).toEqual(['Payment of Cow', 'Payment of Dog']);
  expect(screen.getAllByLabelText('What would change').map((list) => within(list).getByText(/Cow|Dog/).textContent)).toEqual([
    'Cow',
    'Dog',
  ]);
});

it('says so if the details were not recorded (issue 46)', async () => {
  await open({ changes: null });
  expect(screen.getByText(/before its details were recorded/)).toBeTruthy();
});
