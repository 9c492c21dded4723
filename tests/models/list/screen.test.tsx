import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import UsersScreen from '../../../src/screens/users/index.tsx';
import { settle } from '../support/mountScreen.tsx';
import { createObserver, describeScreen } from '../support/screenWalk.tsx';
import { createStage, Stage } from '../support/stage.tsx';
import { self } from '../users/cases.ts';
import { list } from './cases.ts';

const questions = vi.hoisted(() => [] as Record<string, string>[]);
vi.mock('../../../src/services/users.ts', () => ({
  createUsers: () => ({
    page: async ({ question }: { question: Record<string, string> }) => {
      questions.push(question);
      const { other } = await import('../users/cases.ts');
      return { data: [other], pagination: { cursor: null, limit: 25, total: 1 } };
    },
  }),
}));
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const box = () => screen.getByRole('searchbox') as HTMLInputElement;

const inOthers = 'Nothing is done with anybody here: the walks of the people and of a row’s action have it.';
const moneyWalksReason = 'People have no period, no order and no panel: the walks of Commissions and Adjustments have it.';

/** Walks User Management's list, with the role as its filter. */
describeScreen({
  of: {
    ...list,
    inputs: [{ pageSize: 25, fallback: 'Failed to load users', filters: { role: '' } }],
    cases: {
      ...list.cases,
      'filter.choose': ({ context }) => [{ key: 'role', value: context.filters.role === '' ? 'finance' : '' }],
      // Removing a chip clears the search.
      'search.set': ({ context }) => (context.search.trim() === '' ? [] : [{ text: '' }]),
      'part.changed': [],
      'sort.toggle': [],
      'sort.set': [],
      'row.open': [],
      'row.close': [],
      'action.choose': [],
      'action.settled': [],
      'error.dismiss': [],
      'list.reload': [],
    },
  },
  mount: async () => {
    questions.length = 0;
    window.history.replaceState(null, '', '/admin/users');
    const observer = createObserver(list.machine);
    const app = await createStage({ features: ['users-pages'], user: self, inspect: observer.inspect });
    await act(async () => {
      render(
        <Stage app={app}>
          <UsersScreen />
        </Stage>,
      );
    });
    await settle();
    return {
      snapshot: observer.snapshot,
      walked: observer.walked,
      perform: async () => {
        await act(async () => void (await vi.advanceTimersByTimeAsync(250)));
        await settle();
      },
    };
  },
  gestures: {
    'filter.choose': async ({ value }) => {
      fireEvent.change(screen.getByRole('combobox', { name: 'Role' }), { target: { value } });
      await settle();
    },
    'search.type': async ({ text }) => {
      // Typing the same text again causes no event, so another text comes in between.
      if (box().value === text) fireEvent.change(box(), { target: { value: 'b' } });
      fireEvent.change(box(), { target: { value: text } });
      await settle();
    },
    'search.set': async () => {
      fireEvent.click(screen.getByRole('button', { name: 'Only “ben”: show all' }));
      await settle();
    },
  },
  shows: (model) => {
    const { filters, search } = model.context;
    expect(screen.getByRole('combobox', { name: 'Role' })).toHaveProperty('value', filters.role);
    expect(box().value).toBe(search);
    const address = new URLSearchParams(window.location.search);
    expect([address.get('role') ?? '', address.get('search') ?? '']).toEqual([filters.role, search.trim()]);
    if (model.matches({ question: 'still' }))
      expect([questions.at(-1)?.role ?? '', questions.at(-1)?.search ?? '']).toEqual([filters.role, search.trim()]);
  },
  unreachable: {
    'list --action.choose[0]--> stays': inOthers,
    'list --action.settled[0]--> stays': inOthers,
    'list --action.settled[1]--> stays': inOthers,
    'list --error.dismiss[0]--> stays': inOthers,
    'list --list.reload[0]--> stays': inOthers,
    'list.question --part.changed[0]--> list.question.still': moneyWalksReason,
    'list.question --search.set[1]--> stays': 'A chip stands only where something is searched.',
    'list.question --sort.set[0]--> list.question.still': moneyWalksReason,
    'list.question --sort.set[1]--> stays': moneyWalksReason,
    'list.question --sort.toggle[0]--> list.question.still': moneyWalksReason,
    'list.question --sort.toggle[1]--> stays': moneyWalksReason,
    'list.question.still --search.type[1]--> stays': moneyWalksReason,
    'list.row.closed --row.open[0]--> list.row.opened': moneyWalksReason,
    'list.row.deciding --always[0]--> list.row.opened': moneyWalksReason,
    'list.row.opened --row.close[0]--> list.row.closed': moneyWalksReason,
    'list.row.opened --row.open[0]--> stays': moneyWalksReason,
  },
});
