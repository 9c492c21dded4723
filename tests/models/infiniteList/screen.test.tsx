import { act, fireEvent, render, screen } from '@testing-library/react';
import { expect, vi } from 'vitest';
import type { AnyActorRef } from 'xstate';
import { type Event, eventColumns } from '../../../contract/entities/event.ts';
import EventsScreen from '../../../src/screens/events/index.tsx';
import { event } from '../eventEdit/cases.ts';
import { user } from '../session/cases.ts';
import type { createJobs as Jobs } from '../support/jobs.ts';
import { createJobs } from '../support/jobs.ts';
import { createObserver, describeScreen } from '../support/screenWalk.tsx';
import { createStage, Stage } from '../support/stage.tsx';
import { infiniteList, november } from './cases.ts';

const stub = vi.hoisted(() => ({ jobs: undefined as unknown as ReturnType<typeof Jobs> }));
vi.mock('../../../src/services/events.ts', () => ({
  createEvents: () => ({ page: (input: unknown) => stub.jobs.start('loadPage', input) }),
}));

const ROWS = 200;
const ROW_PX = 40;
const needFilter = { ...november, need_review: 'true' };
const pages = new Map<string, object>();
/** A page long enough that its end is out of view, starting with row `start`. */
const pageFrom = (name: string, start: number, cursor: string | null): object => {
  const key = `${name} ${start} ${cursor}`;
  const data = Array.from({ length: ROWS }, (_, row) => ({
    ...event,
    id: `${name}${start + row}`,
    customer: { ...event.customer, name: `${name} ${start + row}` },
  }));
  const page = pages.get(key) ?? { data, pagination: { cursor, limit: 50, total: 600 }, summary: {} };
  pages.set(key, page);
  return page;
};
const nameOf = (question: object | null) => (question && 'need_review' in question ? 'Needy' : 'Any');

// Two columns are enough to identify rows.
const columns = eventColumns.map((key) => ({ key, visible: key === 'customer' || key === 'reviewed' }));
const person = { ...user, role: 'events_manager' as const, preferences: { ...user.preferences, table_column_orders: { events: columns } } };

const scrollTo = (row: number): void => {
  const scroller = document.querySelector('.grid-scroller') as HTMLElement;
  scroller.scrollTop = Math.max(0, row) * ROW_PX;
  fireEvent.scroll(scroller);
};
const getRowTexts = () => [...document.querySelectorAll('tbody tr[data-row]')].map((row) => row.textContent ?? '');
let list: AnyActorRef | undefined;

describeScreen({
  of: {
    ...infiniteList,
    inputs: [{ question: november, pageSize: 50, fallback: 'Failed to load events' }],
    cases: {
      ...infiniteList.cases,
      'question.changed': ({ context }) => [{ question: nameOf(context.question) === 'Any' ? needFilter : november }],
      'item.replace': ({ context }) => {
        const [first] = context.items as readonly Event[];
        // Once is enough: rows of the other question are replaced the same way.
        return first && first.reviewed !== 'Yes' && nameOf(context.answered) === 'Any'
          ? [{ id: first.id, item: { ...first, reviewed: 'Yes' } }]
          : [];
      },
      'xstate.error.actor.loadPage': [{ error: { status: 500, data: { message: 'The list is being counted.' } } }],
      'xstate.done.actor.loadPage': ({ context }) => {
        const start = context.cursor === null ? 0 : context.items.length;
        const last = { output: pageFrom(nameOf(context.question), start, null) };
        return start > 0 ? [last] : [last, { output: pageFrom(nameOf(context.question), start, 'on') }];
      },
    },
    project: ({ question, answered, items, cursor, error }) => [
      nameOf(question),
      nameOf(answered),
      items.length,
      (items[0] as Event | undefined)?.reviewed,
      cursor,
      error,
    ],
  },
  mount: async () => {
    stub.jobs = createJobs();
    // The URL still contains the previous screen's query.
    window.history.replaceState(null, '', '/');
    const observer = createObserver(infiniteList.machine);
    const app = await createStage({
      inspect: (inspected) => {
        observer.inspect(inspected);
        if (Reflect.get(inspected.actorRef, 'id') === 'list') list = inspected.actorRef as AnyActorRef;
      },
      user: person,
    });
    await act(async () => {
      render(
        <Stage app={app}>
          <EventsScreen />
        </Stage>,
      );
    });
    return {
      snapshot: observer.snapshot,
      walked: observer.walked,
      // A sync reads the list again and a saved edit replaces its row: the gestures are covered by their own walks.
      perform: async (outsideEvent) => {
        if (outsideEvent.type === 'list.reload') scrollTo(0);
        if (!(await stub.jobs.settle(outsideEvent))) list?.send(outsideEvent);
      },
    };
  },
  gestures: {
    'question.changed': () => {
      scrollTo(0);
      fireEvent.click(screen.getByRole('button', { name: /^Need review/ }));
    },
    'list.more': (_, { snapshot }) => scrollTo(snapshot().context.items.length - 50),
    'list.retry': () => void fireEvent.click(screen.getByRole('button', { name: 'Try again' })),
  },
  shows: (model) => {
    const { items, error, question, cursor } = model.context;
    const grid = screen.getByRole('grid', { name: 'Events' });
    expect(grid.getAttribute('aria-busy')).toBe(String(model.matches('loadingFirst')));
    // spec 8.04: the message with a retry; below the rows if a later page failed.
    expect(screen.queryByRole('alert')?.textContent?.startsWith(error ?? '') ?? false).toBe(error !== null);
    // Loaded rows stay even if the next page fails.
    const customerNames = new Set((items as readonly Event[]).map(({ customer }) => customer.name));
    expect(getRowTexts().length > 0).toBe(items.length > 0);
    for (const text of getRowTexts()) expect(customerNames).toContain(/(Any|Needy) \d+/.exec(text)?.[0]);
    const request = stub.jobs.running.get('loadPage')?.input;
    if (model.matches('loadingMore')) expect(request).toMatchObject({ cursor, limit: 50 });
    if (model.matches('loadingFirst')) {
      const expected = { cursor: null, limit: 50, question: nameOf(question) === 'Needy' ? { need_review: 'true' } : {} };
      expect(request).toMatchObject(expected);
    }
    if (!model.hasTag('busy')) expect(request).toBeUndefined();
  },
  unreachable: {
    'infiniteList.loadingFirst --item.replace[0]--> infiniteList.loadingFirst (reenter)': 'The rows of this stage have versions.',
    'infiniteList --question.changed[1]--> infiniteList.waiting': 'The period always has both dates.',
    'infiniteList.deciding --always[1]--> infiniteList.waiting': 'The period always has both dates.',
  },
});
