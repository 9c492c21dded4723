import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import UsersScreen from '../../../src/screens/users/index.tsx';
import { createObserver, describeScreen } from '../support/screenWalk.tsx';
import { createStage, Stage } from '../support/stage.tsx';
import { self } from '../users/cases.ts';
import { list } from './cases.ts';

const asked = vi.hoisted(() => [] as Record<string, string>[]);
vi.mock('../../../src/services/users.ts', () => ({
  createUsers: () => ({
    page: async ({ question }: { question: Record<string, string> }) => {
      asked.push(question);
      const { other } = await import('../users/cases.ts');
      return { data: [other], pagination: { cursor: null, limit: 25, total: 1 } };
    },
  }),
}));
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const settle = () => act(async () => void (await new Promise((resolve) => setImmediate(resolve))));
const box = () => screen.getByRole('searchbox') as HTMLInputElement;

/** User Management is the list of this walk: its role is the filter. */
describeScreen({
  of: {
    ...list,
    inputs: [{ pageSize: 25, fallback: 'Failed to load users', filters: { role: '' } }],
    cases: {
      ...list.cases,
      'filter.choose': ({ context }) => [{ key: 'role', value: context.filters.role === '' ? 'finance' : '' }],
      // A chip takes a search away.
      'search.set': ({ context }) => (context.search.trim() === '' ? [] : [{ text: '' }]),
      'sort.toggle': [],
      'list.reload': [],
    },
  },
  mount: async () => {
    asked.length = 0;
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
      // The same text again is nothing that is typed: something else comes between.
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
    if (model.matches('still')) expect([asked.at(-1)?.role ?? '', asked.at(-1)?.search ?? '']).toEqual([filters.role, search.trim()]);
  },
  unreachable: {
    'list --sort.toggle[0]--> stays': 'People are not sorted: the walk of Commissions has it.',
    'list --list.reload[0]--> stays': 'Nobody is changed here: the walk of the people has it.',
  },
});
