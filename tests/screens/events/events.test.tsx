import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { type Event, eventColumns } from '../../../contract/entities/event.ts';
import { limits } from '../../../contract/limits.ts';
import { recountNeeds } from '../../../contract/rules/events/eventNeeds.ts';
import { eventsCalendarMachine } from '../../../src/machines/events/eventsCalendar.machine.ts';
import { createEventColumns, severityOfFormat } from '../../../src/screens/events/columns.tsx';
import { connectCalendar } from '../../../src/screens/events/connectCalendar.ts';
import { parseEventSort, parseFilters, parseNeed, parseView, toEventsUrl } from '../../../src/screens/events/eventsInUrl.ts';
import { editorFor } from '../../../src/screens/events/fields.ts';
import { EventFacts } from '../../../src/screens/events/parts/EventFacts.tsx';
import { toCsv } from '../../../src/ui/grid/toolbar/exportCsv.ts';
import { safeLink } from '../../../src/ui/support/safeLink.ts';
import { eventOf, programAt } from './eventsCases.ts';

afterEach(cleanup);

const columns = createEventColumns(() => true, false, '2026-11-21');
const columnOf = (key: string, mayEdit = true) => {
  const column = createEventColumns(() => mayEdit, false, '2026-11-21').find((item) => item.key === key);
  if (!column) throw new Error(`no column ${key}`);
  return column;
};

describe('the cards after an edit', () => {
  const summary = { need_review: 4, need_tech_setup: 2, need_pre_program_email: 1, need_reminder_email: 1 };
  const today = '2026-11-02';
  const open = eventOf({ program: programAt('2026-11-03T21:05:00Z'), reviewed: 'No', tech_setup_required: 'No' });

  it('decisions 6.04: a reviewed event leaves one less to review, and undoing it one more', () => {
    const done = { ...open, reviewed: 'Yes' };
    expect(recountNeeds(summary, open, done, today)).toEqual({ ...summary, need_review: 3 });
    expect(recountNeeds(summary, done, open, today)).toEqual({ ...summary, need_review: 5 });
  });

  it('an event that is over or not in the list changes no count', () => {
    expect(recountNeeds(summary, open, { ...open, reviewed: 'Yes' }, '2026-11-05')).toEqual(summary);
    expect(recountNeeds(summary, undefined, open, today)).toEqual(summary);
  });
});

describe('the cells of an event', () => {
  it('spec 9.08, decisions 6.01: has 27 columns in order, none narrower than 60 px', () => {
    expect(columns.map(({ key }) => key)).toEqual([...eventColumns]);
    expect(columns.length).toBe(limits.events.columns);
    expect(columns.every(({ width }) => width >= limits.table.minColumnWidth)).toBe(true);
  });

  it.each([
    ['2026-11-23T17:00:00Z', { host: null }, 'host', 'No host'],
    ['2026-12-23T17:00:00Z', { host: null }, 'host', '—'],
    ['2026-11-23T17:00:00Z', { shift: null }, 'shift', 'No shift'],
    ['2026-11-24T17:00:00Z', { shift: null }, 'shift', '—'],
    ['2026-11-23T17:00:00Z', { tech_setup_required: 'Yes', tech_setup_completed: null }, 'tech_setup_completed', 'Open'],
    ['2026-11-23T17:00:00Z', { tech_setup_required: 'Yes', tech_setup_completed: 'No' }, 'tech_setup_completed', 'No'],
    ['2026-11-20T17:00:00Z', { invoice_id: null, invoiced: null }, 'invoice_id', 'To invoice'],
    ['2026-11-14T17:00:00Z', { invoice_id: null, invoiced: null }, 'invoice_id', 'Invoice missing'],
    ['2026-11-14T17:00:00Z', { invoice_id: null, invoiced: 'Sent' }, 'invoice_id', '—'],
    ['2026-11-23T17:00:00Z', { invoice_id: null, invoiced: null }, 'invoice_id', '—'],
  ])('decisions 6.03: for %s with %j, the cell %s shows %s', (time, overrides, key, words) => {
    const event = eventOf({ program: programAt(time), sling_shift_time: null, ...overrides });
    const { container } = render(<p>{columnOf(key).cell(event)}</p>);
    expect(container.textContent).toBe(words);
    expect(container.querySelector('.p-tag') !== null).toBe(words !== '—');
    // Copy and export use the cell's own value, without this hint.
    expect(columnOf(key).text(event)).toBe((event as unknown as Record<string, string | null>)[key] ?? '');
  });

  it.each([
    ['$300', '$300.00'],
    ['1250', '$1,250.00'],
    ['1,250.5', '$1,250.50'],
    ['to be agreed', 'to be agreed'],
    ['9'.repeat(40), '9'.repeat(40)],
    [null, '—'],
  ])('decisions 6.02: the price %s reads %s, and is copied unchanged', (price, expectedText) => {
    const event = eventOf({ program: programAt('2026-11-23T17:00:00Z', { price }) });
    const { container } = render(<p>{columnOf('price').cell(event)}</p>);
    expect(container.textContent).toBe(expectedText);
    expect(columnOf('price').text(event)).toBe(price ?? '');
  });

  it('decisions 6.03: the invoice cell says why there is one, or none', () => {
    const event = eventOf({ program: programAt('2026-11-14T17:00:00Z'), invoice_id: null, invoiced: null });
    expect(columnOf('invoice_id').tip?.(event)).toBe('To be invoiced: the event took place by Nov 14, 2026, and no invoice is linked.');
  });

  it('spec 2.46: devices are chips, with colours for the known ones', () => {
    render(<p>{columnOf('devices').cell(eventOf())}</p>);
    const chips = ['BYOD', 'Customer Provided', 'ASG Tablets', 'Robots'].map((name) => screen.getByText(name).closest('.p-tag')?.className);
    expect(new Set(chips).size).toBe(4);
    expect(chips[3]).toContain('p-tag-secondary');
  });

  it('spec 2.46: shows Virtual or Hybrid, otherwise primary', () => {
    expect([severityOfFormat('Virtual'), severityOfFormat('Hybrid')]).not.toContain('primary');
    expect(['In Person', 'Hologram', ''].map(severityOfFormat)).toEqual(['primary', 'primary', 'primary']);
  });

  it('spec 2.46: an invalid zone shows {BADTZ}, with its text in the tooltip', () => {
    const event = eventOf({ program: programAt('2026-11-03T21:05:00Z', { zone: 'Pacific Time' }) });
    expect(columnOf('date_time').text(event)).toBe('Nov 3, 2026, 9:05 PM {BADTZ}');
    expect(columnOf('date_time').tip?.(event)).toContain('“Pacific Time” is not a time zone');
  });

  it('an event without a program has empty cells, without an error', () => {
    const bare = eventOf({ program: null, host: { anchor: null, url: null } });
    expect(columns.map((column) => column.text(bare)).filter((value) => value !== '')).toEqual([
      'Mesa Library',
      'Library',
      'AZ',
      'No',
      'Ada Park',
    ]);
    render(
      <ul>
        {columns.map((column) => (
          <li key={column.key}>{column.cell(bare)}</li>
        ))}
      </ul>,
    );
  });

  it('a locked cell says why', () => {
    expect(columnOf('reviewed', false).tip?.(eventOf())).toBe('You may not edit this event.');
    expect(columnOf('reviewed').tip?.(eventOf())).toBeNull();
    expect(columnOf('host', false).tip?.(eventOf())).toBeNull();
  });

  it('decisions 2.18, 8.02: the CSV is plain text for a spreadsheet, whatever users typed', () => {
    const file = toCsv([columnOf('internal_notes')], [eventOf({ internal_notes: '=HYPERLINK("http://evil.example")' })]);
    expect(file).toContain(`"'=HYPERLINK(""http://evil.example"")"`);
  });

  it('only web pages become links', () => {
    expect(['https://a.example/x', 'http://a.example'].map(safeLink)).toEqual(['https://a.example/x', 'http://a.example/']);
    expect(['javascript:alert(1)', 'data:text/html,x', 'room 4', '', null].map(safeLink)).toEqual([null, null, null, null, null]);
    render(<EventFacts event={eventOf({ host: { anchor: 'Room', url: 'javascript:alert(1)' } })} />);
    expect(screen.getByText('Room').tagName).toBe('SPAN');
    expect(screen.getByText('pat@mesa.example').getAttribute('href')).toBe('mailto:pat@mesa.example');
    expect(screen.getByText('(480) 555-0100').getAttribute('href')).toBe('tel:4805550100');
  });
});

describe('spec 2.48: the editor of a field', () => {
  it.each([
    'reviewed',
    'tech_setup_required',
    'tech_setup_completed',
    'pre_program_setup_email_sent',
    'pre_program_reminder_email_sent',
  ] as const)('%s is chosen from Yes, No, Unknown and an empty option', (field) => {
    const editor = editorFor(eventOf({ [field]: null }), field);
    expect(editor.kind === 'select' && editor.options.map(({ label }) => label)).toEqual(['-- Select --', 'Yes', 'No', 'Unknown']);
    expect(editor.value).toBe('');
  });
  it.each(['sling_shift_time', 'sales_person', 'sales_lead', 'invoice_id'] as const)('%s is free text', (field) =>
    expect(editorFor(eventOf(), field).kind).toBe('text'),
  );
  it('a value outside the list can be kept', () => {
    const editor = editorFor(eventOf({ reviewed: 'Maybe' }), 'reviewed');
    expect(editor.kind === 'select' && editor.options.some(({ value }) => value === 'Maybe')).toBe(true);
  });
});

describe('a link to events', () => {
  it('names period, filters, need, sort and view, and restores them', () => {
    const link = 'period=month&start=2026-11-01&end=2026-11-30&customer=lincoln&reviewed=No&need=need_review&sort=customer.asc&view=week';
    const expectedText = { filters: parseFilters(link), need: parseNeed(link), sort: parseEventSort(link), view: parseView(link) };
    if (!expectedText.sort) throw new Error('the link has no sort');
    const period = { mode: 'month', start_date: '2026-11-01', end_date: '2026-11-30' } as const;
    expect(
      new URLSearchParams(toEventsUrl({ ...expectedText, sort: expectedText.sort, period, panel: null })).toString().split('&').toSorted(),
    ).toEqual(link.split('&').toSorted());
  });
  it('an invalid name in it filters nothing', () => {
    const link = 'reviewed=Perhaps&invoiced=%3Cb%3E&need=need_money&sort=__proto__.asc&view=year';
    expect(Object.values(parseFilters(link)).every((value) => value === '')).toBe(true);
    expect([parseNeed(link), parseEventSort(link), parseView(link)]).toEqual([null, null, 'table']);
  });
});

const calendarOf = async (mode: 'month' | 'week', events: readonly Event[]) => {
  const machine = eventsCalendarMachine.provide({ actors: { loadAll: fromPromise(async () => events) } });
  const question = { start_date: '2026-11-01', end_date: '2026-11-30' };
  const actor = createActor(machine, { input: { question, today: '2026-11-21' } }).start();
  actor.send({ type: 'calendar.open', mode });
  await new Promise((resolve) => setTimeout(resolve, 0));
  return connectCalendar(actor.getSnapshot());
};

describe('the calendar', () => {
  const late = '2026-11-04T05:00:00Z';
  const events = [
    eventOf({ id: 'phoenix', program: programAt(late) }),
    eventOf({ id: 'new york', program: programAt(late, { zone: 'America/New_York' }) }),
    eventOf({ id: 'kolkata', program: programAt(late, { zone: 'Asia/Kolkata' }) }),
    eventOf({ id: 'all day', program: programAt(late, { has_time: false }) }),
    eventOf({ id: 'some day', program: programAt(late, { has_day: false }) }),
    eventOf({ id: 'december', program: programAt('2026-12-09T05:00:00Z', { has_day: false }) }),
    eventOf({ id: 'never', program: null }),
  ];
  it('each event is on its day in its own time zone, sorted by local time, with untimed ones first', async () => {
    const { weeks } = await calendarOf('month', events);
    const days = weeks.flat().filter(({ items }) => items.length > 0);
    expect(days.map(({ day, items }) => [day, items.map(({ id, clock }) => `${id} ${clock}`)])).toEqual([
      ['2026-11-03', ['all day ', 'phoenix 10:00 PM AZ-MST']],
      ['2026-11-04', ['new york 12:00 AM EST', 'kolkata 10:30 AM GMT+5:30']],
    ]);
  });
  it('lists events without a day beside it, except those of another month', async () => {
    expect((await calendarOf('month', events)).undated.map(({ id, clock }) => `${id}: ${clock}`)).toEqual([
      'some day: Nov 2026, TBD',
      'never: Day to be decided',
    ]);
  });
  it('a month has whole weeks, a week has seven days, and today is marked', async () => {
    const month = await calendarOf('month', []);
    expect(month.weeks.every((week) => week.length === 7)).toBe(true);
    expect(
      month.weeks
        .flat()
        .filter(({ isToday }) => isToday)
        .map(({ day }) => day),
    ).toEqual(['2026-11-21']);
    expect(month.empty).toBe(true);
    expect((await calendarOf('week', [])).weeks.map((week) => week.map(({ number }) => number))).toEqual([[15, 16, 17, 18, 19, 20, 21]]);
  });
});
