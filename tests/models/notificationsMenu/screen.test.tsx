import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { Notifications } from '../../../src/app/shell/Notifications.tsx';
import { createJobs } from '../support/jobs.ts';
import { createObserver, describeScreen } from '../support/screenWalk.tsx';
import { createStage, Stage } from '../support/stage.tsx';
import { notificationsMenu } from './cases.ts';

const jobs = vi.hoisted(() => ({ current: undefined as unknown as ReturnType<typeof createJobs> }));
vi.mock('../../../src/services/notifications.ts', () => ({
  createNotifications: () => ({
    latest: () => jobs.current.start('loadItems'),
    unread: () => jobs.current.start('countUnread'),
    markRead: (id: string) => jobs.current.start('markRead', { id }),
  }),
}));

const visibility = (state: 'visible' | 'hidden') => () => {
  Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
  fireEvent(document, new Event('visibilitychange'));
};
const bell = () => screen.getAllByRole('button').find((button) => button.getAttribute('aria-haspopup') === 'dialog') as HTMLElement;
const panel = () => screen.queryByRole('dialog');

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  // spec 8.15: a failed mark-read is only logged.
  vi.spyOn(console, 'warn').mockReturnValue();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describeScreen({
  of: {
    ...notificationsMenu,
    cases: {
      ...notificationsMenu.cases,
      // Raised by the machine itself after marking an item; no view sends it.
      'count.refresh': [],
    },
  },
  mount: async ({ counts }) => {
    jobs.current = createJobs();
    visibility('visible')();
    const observer = createObserver(notificationsMenu.machine);
    const app = await createStage({ features: counts ? ['notifications-count'] : [], inspect: observer.inspect });
    await act(async () => {
      render(
        <Stage app={app}>
          <Notifications />
        </Stage>,
      );
    });
    return {
      snapshot: observer.snapshot,
      walked: observer.walked,
      perform: async (event) => {
        if (!(await jobs.current.settle(event))) await vi.advanceTimersByTimeAsync(60_000);
      },
    };
  },
  gestures: {
    'menu.open': () => void fireEvent.click(bell()),
    'menu.close': () => void fireEvent.keyDown(bell(), { key: 'Escape' }),
    'menu.retry': () => void fireEvent.click(screen.getByRole('button', { name: 'Try again' })),
    'item.choose': (event) => void fireEvent.click(screen.getByRole('button', { name: new RegExp(`Title ${event.id}`) })),
    'tab.hidden': visibility('hidden'),
    'tab.shown': visibility('visible'),
  },
  shows: (model) => {
    const { context } = model;
    const open = !model.matches({ menu: 'closed' });
    expect(panel() !== null).toBe(open);
    // spec 2.21, 9.03: the badge counts unread items and is hidden if there are none.
    expect(document.querySelector('.bell-badge')?.textContent ?? '').toBe(context.unread === 0 ? '' : String(context.unread));
    if (!open) return;
    const inside = within(panel() as HTMLElement);
    const items = inside.queryAllByRole('listitem');
    // spec 2.22: title, message, month and day, and New while unread.
    expect(items.map((item) => [item.querySelector('strong')?.textContent, within(item).queryByText('New') !== null])).toEqual(
      context.items.map((item: { title: string; read: boolean }) => [item.title, !item.read]),
    );
    expect(inside.queryByText('No notifications') !== null).toBe(model.matches({ menu: 'shown' }) && items.length === 0);
    expect(inside.queryByRole('alert')?.textContent?.startsWith(context.error ?? '') ?? false).toBe(model.matches({ menu: 'failed' }));
    expect(inside.getByRole('link', { name: 'View all notifications' }).getAttribute('href')).toBe('/notifications');
  },
});
