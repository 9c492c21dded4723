import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Analytics } from '../../../contract/entities/analytics.ts';
import { eventNeeds } from '../../../contract/entities/event.ts';
import type { TeamPerformance } from '../../../contract/entities/performance.ts';
import { createEventWorld, type EventWorld } from '../support/worlds/events.ts';

// The test clock is set to Saturday, 2026-11-21.
let on: EventWorld;
const noon = (day: string) => `${day}T17:00:00Z`;
const ready = {
  sales_person: 'Sam Seller',
  host_anchor: 'Hana',
  shift: JSON.stringify({ user: { first_name: 'Zoe' } }),
  reviewed: 'Yes',
  tech_setup_required: 'No',
  pre_program_setup_email_sent: 'Yes',
  pre_program_reminder_email_sent: 'Yes',
};
beforeAll(async () => {
  on = await createEventWorld();
  await on.add({ ...ready, starts_at: noon('2026-11-05'), reviewed: null });
  await on.add({ ...ready, starts_at: noon('2026-11-24') });
  await on.add({ ...ready, starts_at: noon('2026-11-24'), activity_type: 'Canceled', reviewed: null });
  await on.add({ ...ready, starts_at: noon('2026-11-25'), reviewed: null });
  await on.add({ ...ready, starts_at: noon('2026-11-26'), tech_setup_required: 'Yes' });
  // Both emails are due after today, so neither is needed yet.
  await on.add({ ...ready, starts_at: noon('2026-12-20'), pre_program_setup_email_sent: null, pre_program_reminder_email_sent: null });
  await on.add({ ...ready, starts_at: noon('2026-11-28'), pre_program_setup_email_sent: null, pre_program_reminder_email_sent: null });
  // A host is needed two weeks before the event, a shift two days before it.
  await on.add({ ...ready, starts_at: noon('2026-11-27'), host_anchor: null });
  await on.add({ ...ready, starts_at: noon('2026-11-22'), shift: null });
  await on.add({ ...ready, starts_at: noon('2026-12-22'), host_anchor: null, shift: null });
  await on.add({ ...ready, has_day: false, has_time: false, reviewed: null });
});
afterAll(() => on.server.close());

const read = async <T>(path: string): Promise<T> => {
  const answer = await on.server.call('GET', `/api/v1/${path}`, { token: on.tokens.eve });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};

describe('needs and readiness of a period', () => {
  it.each([
    ['the month', '2026-11-01', '2026-11-30'],
    ['the month to date', '2026-11-01', '2026-11-21'],
    ['the quarter', '2026-10-01', '2026-12-31'],
    ['a past month', '2026-10-01', '2026-10-31'],
  ])('decisions 6.03, 6.06: %s has equal counts in Events, My Performance, Team Dashboard and Analytics', async (_, from, to) => {
    const range = `start_date=${from}&end_date=${to}`;
    const notReady = (await on.page(`${range}&only=not_ready`)).pagination.total ?? 0;
    const team = await read<TeamPerformance>(`performance/team?${range}`);
    const { coming = 0, ready: readyEvents = 0 } = team.events ?? {};
    expect(coming - readyEvents).toBe(notReady);
    const { rows } = await read<Analytics>(`analytics?${range}&by=month`);
    expect(rows[0]?.current.readiness ?? null).toBe(coming === 0 ? null : readyEvents / coming);
    const { summary } = await on.page(`${range}&limit=1`);
    for (const need of eventNeeds) expect((await on.page(`${range}&${need}=true`)).pagination.total, need).toBe(summary[need]);
  });

  it('decisions 6.03: an email that is not due yet leaves an event ready', async () => {
    const { events } = await read<TeamPerformance>('performance/team?start_date=2026-12-20&end_date=2026-12-20');
    // The event without a day belongs to every range ending after today.
    expect(events).toMatchObject({ coming: 2, ready: 1 });
  });
});
