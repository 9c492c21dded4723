import { fireEvent, screen } from '@testing-library/react';
import { useSelector } from '@xstate/react';
import { expect } from 'vitest';
import { type AnyActorRef, type AnyEventObject, fromPromise } from 'xstate';
import type { Event, EventSummary } from '../../../contract/entities/event.ts';
import { messages } from '../../../contract/messages.ts';
import { eventEditMachine } from '../../../src/machines/events/eventEdit.machine.ts';
import { eventsCalendarMachine } from '../../../src/machines/events/eventsCalendar.machine.ts';
import type { PageQuestion } from '../../../src/machines/lists/cursorPages.machine.ts';
import { infiniteListOf } from '../../../src/machines/lists/infiniteList.machine.ts';
import { event } from '../eventEdit/cases.ts';
import { noFilters } from '../eventFilters/cases.ts';
import { describeScreen } from '../support/screenWalk.tsx';
import { events, november, october } from './cases.ts';
import { mountView, Offer, type ViewProps } from './mountView.tsx';

/** The requests sent. */
let questions: Readonly<Record<string, string>>[] = [];
const saved: Event = { ...event, reviewed: 'Yes', version: 4 };
const page = { data: [event], pagination: { cursor: null, limit: 50, total: 1 }, summary: null };
const headers = { date_time: 'Date & Time', customer: 'Customer', not_a_column: 'Nothing' } as const;

const childOf = (snapshot: ViewProps['snapshot'], name: string): AnyActorRef => {
  const ref: AnyActorRef | undefined = snapshot.children[name];
  if (!ref) throw new Error(`no child "${name}"`);
  return ref;
};

function View({ snapshot, send }: ViewProps) {
  const { sort, modified, panel, filters, need } = snapshot.context;
  const bindings = { snapshot, send };
  const list = useSelector(childOf(snapshot, 'list'), (latest) => latest);
  const calendar = useSelector(childOf(snapshot, 'calendar'), (latest) => latest);
  const createSender = (name: string, event: AnyEventObject, child: string) => (
    <button type="button" onClick={() => childOf(snapshot, child).send(event)}>
      {name}
    </button>
  );
  return (
    <>
      {Object.entries(headers).map(([key, name]) => (
        <button
          key={key}
          type="button"
          data-sort={sort.key === key ? sort.direction : undefined}
          onClick={() => send({ type: 'sort.toggle', key })}
        >
          {name}
        </button>
      ))}
      <Offer {...bindings} name="Customer up" event={{ type: 'sort.to', key: 'customer', direction: 'asc' }} />
      <Offer {...bindings} name="Customer down" event={{ type: 'sort.to', key: 'customer', direction: 'desc' }} />
      {(['table', 'month', 'week'] as const).map((view) => (
        <button key={view} type="button" onClick={() => send({ type: 'view.choose', view })}>
          {messages.events.views[view]}
        </button>
      ))}
      {createSender('previous', { type: 'period.previous' }, 'period')}
      {createSender('next', { type: 'period.next' }, 'period')}
      {createSender('not reviewed', { type: 'filter.choose', key: 'reviewed', value: filters.reviewed === 'No' ? '' : 'No' }, 'filters')}
      {createSender('need review', { type: 'need.toggle', need: 'need_review' }, 'filters')}
      {snapshot.matches('table') ? (
        <ul aria-label="rows">
          {list.context.items.map((row: Event) => (
            <li key={row.id}>{`${row.reviewed} ${(modified[row.id] ?? []).join()}`}</li>
          ))}
        </ul>
      ) : (
        <ul aria-label={calendar.context.mode} />
      )}
      <Offer {...bindings} name="open" event={{ type: 'panel.open', id: '41' }} />
      {panel === null ? null : <aside aria-label="Event">{panel}</aside>}
      <Offer {...bindings} name="close" event={{ type: 'panel.close' }} />
      <p role="note">{[filters.reviewed, need].join()}</p>
    </>
  );
}

const press = (name: string) => void fireEvent.click(screen.getByRole('button', { name }));

describeScreen({
  of: {
    ...events,
    cases: {
      ...events.cases,
      // A filter reports only changes: the same gesture turns it on and off.
      'filters.changed': ({ context }) => [
        { filters: { ...noFilters, reviewed: context.filters.reviewed === 'No' ? '' : 'No' }, need: context.need },
        { filters: context.filters, need: context.need === null ? 'need_review' : null },
      ],
      'xstate.snapshot.period': ({ context }) => [
        { snapshot: { context: { period: context.range.start_date === november.start_date ? october : november } } },
      ],
    },
    project: ({ range, sort, filters, need }) => [range.start_date, sort, filters.reviewed, need],
  },
  mount: async (input) => {
    questions = [];
    const ask = async ({ question }: { question: Readonly<Record<string, string>> }) => {
      questions.push(question);
      return page;
    };
    const machine = events.machine.provide({
      actors: {
        list: infiniteListOf<Event, EventSummary>().provide({ actors: { loadPage: fromPromise((asking) => ask(asking.input)) } }),
        calendar: eventsCalendarMachine.provide({
          actors: { loadAll: fromPromise<readonly Event[], { question: PageQuestion }>(async () => [event]) },
        }),
        edit: eventEditMachine.provide({ actors: { patchEvent: fromPromise(async () => saved) } }),
      },
    });
    const mounted = await mountView({
      machine,
      input,
      View,
      // Driven by other walks; this one only checks that it arrives.
      perform: async ({ type, ...facts }) => {
        const self = mounted.snapshot();
        const edit = childOf(self, 'edit');
        if (type === 'event.saved') {
          edit.send({ type: 'edit.open', event, field: 'reviewed' });
          edit.send({ type: 'edit.submit', value: 'Yes' });
        } else edit._parent?.send({ type, ...facts });
        await new Promise((resolve) => setImmediate(resolve));
      },
    });
    return mounted;
  },
  gestures: {
    'sort.toggle': ({ key }) => press(headers[key as keyof typeof headers]),
    'sort.to': ({ direction }) => press(direction === 'asc' ? 'Customer up' : 'Customer down'),
    'view.choose': ({ view }) => press(messages.events.views[view as 'table']),
    'panel.open': () => press('open'),
    'panel.close': () => press('close'),
    'filters.changed': ({ filters }, { snapshot }) =>
      press(filters.reviewed === snapshot().context.filters.reviewed ? 'need review' : 'not reviewed'),
    'xstate.snapshot.period': ({ snapshot }) => press(snapshot.context.period === october ? 'previous' : 'next'),
  },
  shows: (model) => {
    const { range, sort, filters, need, panel, modified } = model.context;
    // spec 7.26: the list's last query matches what is shown.
    expect(questions.at(-1)).toEqual({
      ...range,
      sort_field: sort.key,
      sort_direction: sort.direction,
      ...(filters.reviewed === '' ? {} : { reviewed: filters.reviewed }),
      ...(need === null ? {} : { [need]: 'true' }),
    });
    expect([...document.querySelectorAll('[data-sort]')].map((item) => [item.textContent, item.getAttribute('data-sort')])).toEqual([
      [headers[sort.key as keyof typeof headers], sort.direction],
    ]);
    expect(screen.queryByRole('list', { name: 'rows' }) !== null).toBe(model.matches('table'));
    // spec 4.07: a saved field is marked in its row.
    for (const row of screen.queryAllByRole('listitem')) expect(row.textContent?.split(' ')[1]).toBe((modified['41'] ?? []).join());
    expect(screen.queryByRole('complementary')?.textContent ?? null).toBe(panel);
    expect(screen.getByRole('note').textContent).toBe([filters.reviewed, need].join());
  },
});
