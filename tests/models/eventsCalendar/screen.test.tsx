import { fireEvent, screen, within } from '@testing-library/react';
import { expect } from 'vitest';
import { fromPromise } from 'xstate';
import { calendarWeeks } from '../../../contract/rules/time/calendar.ts';
import Calendar from '../../../src/screens/events/parts/Calendar.tsx';
import { formatDate } from '../../../src/ui/display/format.ts';
import { event as saved } from '../eventEdit/cases.ts';
import { mountView, Offer, type ViewProps } from '../events/mountView.tsx';
import { createJobs } from '../support/jobs.ts';
import { describeScreen } from '../support/screenWalk.tsx';
import { eventsCalendar, november, october } from './cases.ts';

let jobs = createJobs();
const renamed = { ...saved, customer: { ...saved.customer, name: 'Valley Library' }, reviewed: 'Yes' };

/** The calendar of the Events screen, with its page's events. */
function View({ snapshot, send, actor }: ViewProps) {
  const bindings = { snapshot, send };
  return (
    <>
      <Offer {...bindings} name="tomorrow" event={{ type: 'day.changed', today: '2026-11-22' }} />
      <Offer {...bindings} name="to the table" event={{ type: 'calendar.close' }} />
      <Offer {...bindings} name="to the month" event={{ type: 'calendar.open', mode: 'month' }} />
      <Offer {...bindings} name="to the week" event={{ type: 'calendar.open', mode: 'week' }} />
      <Offer {...bindings} name="ask november" event={{ type: 'question.changed', question: november }} />
      <Offer {...bindings} name="ask october" event={{ type: 'question.changed', question: october }} />
      <Offer {...bindings} name="read again" event={{ type: 'calendar.reload' }} />
      <Offer {...bindings} name="save" event={{ type: 'item.replace', id: '41', item: renamed }} />
      {snapshot.matches('open') ? <Calendar calendar={actor as never} onOpen={() => {}} /> : null}
    </>
  );
}

const press = (name: string | RegExp) => () => void fireEvent.click(screen.getByRole('button', { name }));

describeScreen({
  of: {
    ...eventsCalendar,
    cases: {
      ...eventsCalendar.cases,
      'item.replace': ({ context }) => (context.events[0]?.reviewed === 'No' ? [{ id: '41', item: renamed }] : []),
    },
  },
  mount: async (input) => {
    jobs = createJobs();
    const machine = eventsCalendar.machine.provide({
      actors: { loadAll: fromPromise(({ input: request }) => jobs.start('loadAll', request)) },
    });
    return mountView({ machine, input, View, perform: async (event) => void (await jobs.settle(event)) });
  },
  gestures: {
    'day.changed': press('tomorrow'),
    'question.changed': ({ question }) => press(question === november ? 'ask november' : 'ask october')(),
    'calendar.open': ({ mode }) => press(`to the ${mode}`)(),
    'calendar.close': press('to the table'),
    'calendar.previous': press(/^Previous/),
    'calendar.next': press(/^Next/),
    'calendar.today': press('Today'),
    'calendar.reload': () => press(screen.queryByRole('alert') ? 'Try again' : 'read again')(),
    'item.replace': press('save'),
  },
  shows: (model) => {
    const { mode, anchor, events, error } = model.context;
    const table = screen.queryByRole('table');
    expect(table !== null).toBe(model.matches('open'));
    if (table === null) return;
    // One week, or all weeks of the month, starting on Sunday.
    const days = calendarWeeks(mode, anchor).flat();
    const texts = within(table)
      .getAllByRole('cell')
      .map((cell) => cell.querySelector('.p-hidden-accessible')?.textContent ?? '');
    expect(texts.map((label) => label.split(':')[0])).toEqual(days.map(formatDate));
    expect(screen.queryByRole('alert')?.textContent?.includes(error ?? '') ?? false).toBe(error !== null);
    // Events without a day are listed next to the calendar.
    const panel = screen.queryByRole('complementary');
    expect(
      panel
        ? within(panel)
            .getAllByRole('listitem')
            .map((item) => item.textContent)
        : [],
    ).toEqual(events.map((event: typeof saved) => expect.stringContaining(event.customer.name)));
    if (model.matches({ open: 'loading' })) {
      const request = jobs.calls.at(-1)?.input as { question: typeof november };
      // The query covers every day shown.
      expect(request.question.start_date < (days[0] ?? '') && (days.at(-1) ?? '') < request.question.end_date).toBe(true);
    }
  },
});
