import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventViewOf } from '../../../contract/rules/events/eventViews.ts';
import { createEventWorld, type EventWorld } from '../support/worlds/events.ts';

// The test clock is set to Saturday, 2026-11-21.
let on: EventWorld;
const noon = (day: string) => `${day}T17:00:00Z`;
beforeAll(async () => {
  on = await createEventWorld();
  const staffed = { host_anchor: 'Hana', shift: JSON.stringify({ user: { first_name: 'Zoe' } }) };
  const done = {
    ...staffed,
    reviewed: 'Yes',
    tech_setup_required: 'No',
    pre_program_setup_email_sent: 'Yes',
    pre_program_reminder_email_sent: 'Yes',
  };
  const sold = { sales_person: 'Sam Seller', ...done };
  await on.add({ ...sold, customer_name: 'Today', starts_at: noon('2026-11-21') });
  await on.add({ ...sold, customer_name: 'Monday', starts_at: noon('2026-11-23'), contact_email: 'ann@monday.example' });
  await on.add({ ...sold, customer_name: 'Sunday after', starts_at: noon('2026-11-29') });
  await on.add({ ...sold, customer_name: 'Week after next', starts_at: noon('2026-11-30') });
  await on.add({ ...done, customer_name: 'Nobody sells it', sales_person: ' ', starts_at: noon('2026-12-20') });
  await on.add({ ...sold, customer_name: 'Not reviewed', reviewed: null, starts_at: noon('2026-12-01') });
  await on.add({ ...sold, customer_name: 'No host', host_anchor: null, starts_at: noon('2026-12-05') });
  await on.add({ ...sold, customer_name: 'No host yet', host_anchor: null, starts_at: noon('2026-12-06') });
  await on.add({ ...sold, customer_name: 'No shift', shift: null, starts_at: noon('2026-11-23') });
  await on.add({
    ...sold,
    customer_name: 'Canceled without',
    ...{ shift: null, host_anchor: null },
    activity_type: 'Canceled',
    starts_at: noon('2026-11-23'),
  });
  await on.add({ ...sold, customer_name: 'No day at all', tbd: true, has_time: false, has_day: false });
  await on.add({ ...sold, customer_name: 'In November', starts_at: noon('2026-11-01'), tbd: true, has_time: false, has_day: false });
  await on.add({ ...sold, customer_name: 'In December', starts_at: noon('2026-12-01'), tbd: true, has_time: false, has_day: false });
  await on.add({ ...sold, customer_name: 'In no month, canceled', activity_type: 'Canceled', tbd: true, has_day: false });
  await on.add({ ...sold, customer_name: 'Past', starts_at: noon('2026-11-02') });
  await on.add({ ...sold, customer_name: 'Past and sent', invoiced: 'Sent', starts_at: noon('2026-11-02') });
  await on.add({ ...sold, customer_name: 'Past with an invoice', invoice_id: '1042', starts_at: noon('2026-11-02') });
  await on.add({ ...sold, customer_name: 'Past and canceled', activity_type: 'Canceled', starts_at: noon('2026-11-02') });
});
afterAll(() => on.server.close());

const range = 'start_date=2026-01-01&end_date=2026-12-31';
const found = async (query: string) => (await on.page(`${range}&${query}`)).data.map(({ customer }) => customer.name).sort();

describe('built-in event views', () => {
  it('decisions 6.03: count what their list finds', async () => {
    const answer = await on.server.call('GET', '/api/v1/events/views', { token: on.tokens.sam });
    expect(answer.json()).toEqual({ today: 1, next_week: 4, to_invoice: 1, unassigned: 1, not_ready: 3, undated: 3 });
  });

  it('show events of today’s date under today, and undecided ones in their own view', async () => {
    const today = 'start_date=2026-11-21&end_date=2026-11-21';
    expect((await on.walk(`${today}&only=dated`, 1)).map(({ customer }) => customer.name)).toEqual(['Today']);
    expect((await on.page(`${today}&only=dated&sort_field=customer`)).data.map(({ customer }) => customer.name)).toEqual(['Today']);
    expect((await on.page(`start_date=2026-11-01&end_date=2026-11-01&only=dated`)).pagination.total).toBe(0);
    expect(await found('only=undated')).toEqual(['In December', 'In November', 'No day at all']);
    expect(eventViewOf('today', '2026-11-21')).toEqual({
      period: { mode: 'custom', start_date: '2026-11-21', end_date: '2026-11-21' },
      only: 'dated',
    });
    expect(eventViewOf('next_week', '2026-11-21')).toEqual({
      period: { mode: 'custom', start_date: '2026-11-23', end_date: '2026-11-29' },
      only: 'dated',
    });
    // From the first of the month, where events with a month but no day are listed.
    expect(eventViewOf('undated', '2026-11-21')).toEqual({
      period: { mode: 'custom', start_date: '2026-11-01', end_date: '2027-02-19' },
      only: 'undated',
    });
  });

  it('decisions 6.03: define to be invoiced as past, not canceled and without an invoice', async () => {
    expect(await found('only=to_invoice')).toEqual(['Past']);
    expect(await found('only=unassigned')).toEqual(['Nobody sells it']);
    expect(await found('only=not_ready')).toEqual(['No host', 'No shift', 'Not reviewed']);
  });

  it('search all displayed text at once, with % as a literal', async () => {
    expect(await found('search=ANN@monday')).toEqual(['Monday']);
    expect(await found('search=1042')).toEqual(['Past with an invoice']);
    expect(await found('search=%25')).toEqual([]);
    expect(await found('search=past&only=to_invoice')).toEqual(['Past']);
  });

  it('keep the search on later pages', async () => {
    const first = await on.page(`${range}&search=past&limit=2`);
    const next = await on.page(`cursor=${first.pagination.cursor}&limit=2`);
    expect([first.data.length, next.data.length, first.pagination.total]).toEqual([2, 2, 4]);
  });

  it('refuse an unknown view', async () => {
    expect((await on.list(`${range}&only=everything`)).statusCode).toBe(400);
  });
});
