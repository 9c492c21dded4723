import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { User } from '../../../contract/entities/user.ts';
import DisputeQuestions from '../../../src/screens/commissions/disputes/DisputeQuestions.tsx';
import RecordPanel from '../../../src/screens/commissions/parts/RecordPanel.tsx';
import { useMoneyTools, useSellers } from '../../../src/screens/commissions/useMoneyTools.ts';
import { dispute } from '../../models/dispute/cases.ts';
import { user } from '../../models/session/cases.ts';
import { byHand } from '../../models/split/cases.ts';
import { commissionRow as row } from '../../models/support/commissionRow.ts';
import { createStage, Stage } from '../../models/support/stage.tsx';

// Preloads lazy chunks: on a busy machine they take longer than a test waits.
beforeAll(async () => {
  await import('../../../src/ui/dialog/Dialog.tsx');
  await import('../../../src/screens/commissions/disputes/DisputeTab.tsx');
  await import('../../../src/shared/splits/SplitDialog.tsx');
}, 30_000);
afterEach(cleanup);
type Answers = Readonly<Record<string, unknown>>;

/** A screen on a server that answers only these paths. */
const mount = async (element: React.ReactNode, answers: Answers, features: readonly string[], role: User['role'] = 'vp_sales') => {
  const app = await createStage({ features, user: { ...user, role } });
  const http = vi.fn(async (path: string) => {
    if (!(path in answers)) throw Object.assign(new Error(path), { status: 404 });
    return answers[path];
  });
  const stage = {
    ...app,
    http,
    getService: (createService: (client: typeof http) => unknown) => createService(http),
  } as unknown as typeof app;
  await act(async () => void render(<Stage app={stage}>{element}</Stage>));
  return http;
};
const linked = { id: '9', pane: 'question', row: null, previous: null, next: null } as const;
const question = { ...dispute('open', ['take']), salesperson_name: 'Sam Sales' };

describe('decisions 2.13: questions are listed for the people who must answer them', () => {
  it('their number is shown next to Review Adjustments, and each links to its record', async () => {
    const onOpen = vi.fn();
    const http = await mount(<DisputeQuestions version={null} onOpen={onOpen} />, { '/api/v1/disputes': { data: [question] } }, [
      'disputes',
    ]);
    expect(http).toHaveBeenCalledWith('/api/v1/disputes', { query: { live: 'true' } });
    expect((await screen.findByRole('img', { name: '1 waiting for an answer' })).textContent).toBe('1');
    fireEvent.click(screen.getByRole('button', { name: /^Questions/ }));
    fireEvent.click(await screen.findByRole('button', { name: 'Open the question about invoice 1042-A' }));
    expect(onOpen).toHaveBeenCalledWith('9');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('a link opens a record that is not on the page, with its questions in front', async () => {
    const answers = { '/api/v1/commissions/9': row, '/api/v1/disputes': { data: [question] } };
    await mount(
      <RecordPanel opened={linked} onOpen={() => {}} onClose={() => {}} editOf={() => undefined} onChanged={() => {}} />,
      answers,
      ['disputes'],
    );
    await screen.findByText(/I expected more/);
    expect(screen.getByRole('tab', { name: 'Question' }).getAttribute('aria-selected')).toBe('true');
  });

  it('reloads the amount of such a record after its invoice is split', async () => {
    const answers: Record<string, unknown> = {
      '/api/v1/commissions/9': row,
      '/api/v1/invoices/1042/split': byHand,
      '/api/v1/users': { data: [], pagination: { cursor: null, limit: 500, total: 0 } },
    };
    const onChanged = vi.fn();
    await mount(
      <RecordPanel opened={linked} onOpen={() => {}} onClose={() => {}} editOf={() => () => {}} onChanged={onChanged} />,
      answers,
      ['splits'],
    );
    await screen.findByRole('dialog', { name: /\$300\.00/ });
    answers['/api/v1/commissions/9'] = { ...row, commission_amount: 120 };
    fireEvent.click(screen.getByRole('button', { name: 'Split Invoice' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Back to the Plan' }));
    await screen.findByRole('dialog', { name: /\$120\.00/ });
    expect(onChanged).toHaveBeenCalledOnce();
  });

  it('says so if a record cannot be opened', async () => {
    await mount(<RecordPanel opened={linked} onOpen={() => {}} onClose={() => {}} editOf={() => undefined} onChanged={() => {}} />, {}, [
      'disputes',
    ]);
    expect((await screen.findByRole('alert')).textContent).toContain('The record could not be loaded.');
  });
});

describe('decisions 3.03: people for a statement or projection', () => {
  function People() {
    const { people } = useMoneyTools([row], useSellers(), false);
    return <p>{people.map(({ label }) => label).join(', ')}</p>;
  }
  const person = (id: string, first_name: string, role: User['role'], active = true): User => ({
    ...user,
    id,
    first_name,
    last_name: 'Able',
    role,
    active,
  });
  const users = {
    '/api/v1/users': {
      data: [person('11', 'Ann', 'salesperson'), person('12', 'Ned', 'salesperson', false), person('13', 'Fay', 'finance')],
      pagination: { cursor: null, limit: 500, total: 3 },
    },
  };

  it('include everybody with commissions whom the user may see, not only people on the page', async () => {
    await mount(<People />, users, ['statements', 'users-pages']);
    await screen.findByText('Ann Able, Sam Sales');
  });

  it('are not requested if no tool takes a person, or if users see only themselves', async () => {
    expect((await mount(<People />, users, [])).mock.calls).toEqual([]);
    cleanup();
    expect((await mount(<People />, users, ['statements'], 'salesperson')).mock.calls).toEqual([]);
  });
});
