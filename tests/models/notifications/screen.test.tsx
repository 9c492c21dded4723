import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import type { Notification } from '../../../contract/entities/notification.ts';
import NotificationsScreen from '../../../src/screens/notifications/index.tsx';
import { item } from '../notificationsMenu/cases.ts';
import { createJobs } from '../support/jobs.ts';
import { settle } from '../support/mountScreen.tsx';
import { createObserver, describeScreen } from '../support/screenWalk.tsx';
import { createStage, Stage } from '../support/stage.tsx';
import { notifications } from './cases.ts';

const jobs = vi.hoisted(() => ({
  current: undefined as unknown as ReturnType<typeof createJobs>,
  rows: [] as Notification[],
  hear: () => {},
}));
vi.mock('../../../src/services/notifications.ts', () => ({
  createNotifications: () => ({
    page: async () => ({ data: jobs.rows, pagination: { cursor: null, limit: 25, total: jobs.rows.length } }),
    markRead: (id: string) => jobs.current.start('mark', { id }),
    markAll: () => jobs.current.start('mark', { id: 'all' }),
  }),
}));
vi.mock('../../../src/services/noticeSync.ts', () => ({
  notifyAllTabs: () => {},
  onNotices: (hear: () => void) => {
    jobs.hear = hear;
    return () => {};
  },
}));
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => {
  vi.useRealTimers();
});

const click = async (name: string): Promise<void> => {
  fireEvent.click(screen.getByRole('button', { name }));
  await settle();
};

describeScreen({
  of: {
    ...notifications,
    cases: {
      ...notifications.cases,
      // While all are being marked, pressing again does nothing; only a failure's message can be dismissed.
      'all.read': ({ context }) => (context.marks.some(({ id }) => id === 'all') ? [] : [{}]),
      'error.dismiss': ({ context }) => (context.error === null ? [] : [{}]),
    },
  },
  mount: async () => {
    jobs.current = createJobs();
    jobs.rows = [item('a', false), item('b', false), item('c', true)];
    const observer = createObserver(notifications.machine);
    const app = await createStage({ features: ['notifications-page'], inspect: observer.inspect });
    await act(async () => {
      render(
        <Stage app={app}>
          <NotificationsScreen />
        </Stage>,
      );
    });
    await settle();
    return {
      snapshot: observer.snapshot,
      walked: observer.walked,
      perform: async (event) => {
        await jobs.current.settle(event);
        await settle();
      },
    };
  },
  gestures: {
    'notice.read': ({ id }) => click(`Mark as read: Title ${id}`),
    'all.read': () => click('Mark all as read'),
    'notices.changed': async () => {
      jobs.hear();
      await settle();
    },
    'error.dismiss': () => click('Dismiss'),
  },
  shows: ({ context }) => {
    // spec 2.22: unread items are labeled New, and each can be marked as read.
    expect(screen.queryAllByText('New')).toHaveLength(2);
    expect(screen.queryByRole('button', { name: 'Mark as read: Title c' })).toBeNull();
    expect(screen.queryByText(context.error ?? 'no error')?.textContent ?? null).toBe(context.error);
    const all = screen.getByRole('button', { name: 'Mark all as read' });
    expect(all.getAttribute('aria-disabled') === 'true').toBe(context.marks.some(({ id }: { id: string }) => id === 'all'));
  },
});
