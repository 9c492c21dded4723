import { fireEvent, screen } from '@testing-library/react';
import { expect } from 'vitest';
import { fromPromise } from 'xstate';
import type { Event } from '../../../contract/entities/event.ts';
import { messages } from '../../../contract/messages.ts';
import { calendarWeeks } from '../../../contract/rules/calendar.ts';
import { event as saved } from '../eventEdit/cases.ts';
import { mountView, Offer, type ViewProps } from '../events/mountView.tsx';
import { createJobs } from '../support/jobs.ts';
import { describeScreen } from '../support/screenWalk.tsx';
import { eventsCalendar, november, october } from './cases.ts';

let jobs = createJobs();

function View({ snapshot, send }: ViewProps) {
  const { mode, anchor, events, error } = snapshot.context;
  const offer = { snapshot, send };
  return (
    <>
      <Offer {...offer} name="table" event={{ type: 'calendar.close' }} />
      <Offer {...offer} name="month" event={{ type: 'calendar.open', mode: 'month' }} />
      <Offer {...offer} name="week" event={{ type: 'calendar.open', mode: 'week' }} />
      <Offer {...offer} name="ask november" event={{ type: 'question.changed', question: november }} />
      <Offer {...offer} name="ask october" event={{ type: 'question.changed', question: october }} />
      {snapshot.matches('open') ? (
        <>
          <Offer {...offer} name="previous" event={{ type: 'calendar.previous' }} />
          <Offer {...offer} name="next" event={{ type: 'calendar.next' }} />
          <Offer {...offer} name="today" event={{ type: 'calendar.today' }} />
          <Offer {...offer} name={messages.events.retry} event={{ type: 'calendar.reload' }} />
          <Offer {...offer} name="save" event={{ type: 'item.replace', id: '41', item: { ...saved, reviewed: 'Yes' } }} />
          {error === null ? null : <p role="alert">{error}</p>}
          <table aria-busy={snapshot.hasTag('busy')}>
            <tbody>
              {calendarWeeks(mode, anchor).map((week) => (
                <tr key={week[0]}>
                  {week.map((day) => (
                    <td key={day}>{day}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
          <ul>
            {events.map((event: Event) => (
              <li key={event.id}>{`${event.customer.name} ${event.reviewed}`}</li>
            ))}
          </ul>
        </>
      ) : null}
    </>
  );
}

const press = (name: string) => () => void fireEvent.click(screen.getByRole('button', { name }));

describeScreen({
  of: eventsCalendar,
  mount: async (input) => {
    jobs = createJobs();
    const machine = eventsCalendar.machine.provide({
      actors: { loadAll: fromPromise(({ input: asked }) => jobs.start('loadAll', asked)) },
    });
    return mountView({ machine, input, View, perform: async (event) => void (await jobs.settle(event)) });
  },
  gestures: {
    'question.changed': ({ question }) => press(question === november ? 'ask november' : 'ask october')(),
    'calendar.open': ({ mode }) => press(String(mode))(),
    'calendar.close': press('table'),
    'calendar.previous': press('previous'),
    'calendar.next': press('next'),
    'calendar.today': press('today'),
    'calendar.reload': press('Try again'),
    'item.replace': press('save'),
  },
  shows: (model) => {
    const { mode, anchor, events, error } = model.context;
    const isOpen = model.matches('open');
    expect(screen.queryByRole('table') !== null).toBe(isOpen);
    if (!isOpen) return;
    const days = screen.getAllByRole('cell').map((each) => each.textContent ?? '');
    // issue 4.7: a week is seven days, a month the weeks that hold it; the day it stands on is among them.
    expect(days).toContain(anchor);
    expect(days.length).toBe(mode === 'week' ? 7 : screen.getAllByRole('row').length * 7);
    if (mode === 'month') expect(days.filter((day) => day.startsWith(anchor.slice(0, 7))).length).toBeGreaterThan(27);
    expect(screen.queryByRole('alert')?.textContent ?? null).toBe(error);
    expect(screen.queryAllByRole('listitem').map((each) => each.textContent)).toEqual(
      events.map((event: Event) => `${event.customer.name} ${event.reviewed}`),
    );
    if (model.matches({ open: 'loading' })) {
      const asked = jobs.calls.at(-1)?.input as { question: typeof november };
      // Every day that is shown is asked for.
      expect(asked.question.start_date < (days[0] ?? '') && (days.at(-1) ?? '') < asked.question.end_date).toBe(true);
    }
  },
});
