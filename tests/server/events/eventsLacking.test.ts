import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { activityTypes, type Event, invoicedValues, yesNoUnknown } from '../../../contract/entities/event.ts';
import { limits } from '../../../contract/limits.ts';
import { eventNeedsOf } from '../../../contract/rules/events/eventNeeds.ts';
import { factNeedsOf } from '../../../contract/rules/events/factNeeds.ts';
import { isToInvoice } from '../../../contract/rules/events/toInvoice.ts';
import { addDays } from '../../../contract/rules/time/period.ts';
import { openStore } from '../../../server/db/repositories/store.ts';
import { randomOf } from '../support/records.ts';
import { createEventWorld, type EventWorld, TODAY } from '../support/worlds/events.ts';

let on: EventWorld;
let events: readonly Event[];
beforeAll(async () => {
  on = await createEventWorld();
  const random = randomOf(7);
  const pickOrNull = <T>(values: readonly T[]): T | null => (random.below(2) === 0 ? null : random.of(values));
  const done = { reviewed: 'Yes', pre_program_setup_email_sent: 'Yes', pre_program_reminder_email_sent: 'Yes' };
  for (let index = 0; index < 200; index += 1)
    await on.add({
      ...(random.below(6) > 0 ? done : {}),
      starts_at: random.below(12) === 0 ? null : `${addDays('2026-11-06', random.below(34))}T17:00:00Z`,
      has_day: random.below(8) > 0,
      activity_type: random.below(6) === 0 ? 'Canceled' : pickOrNull(activityTypes),
      tech_setup_required: random.below(6) === 0 ? pickOrNull(yesNoUnknown) : 'No',
      host_anchor: pickOrNull([' ', 'Hana']),
      host_url: pickOrNull(['', 'https://meet.test/1']),
      shift: pickOrNull([
        '{}',
        JSON.stringify({ user: null }),
        JSON.stringify({ user: { first_name: 'Zoe', last_name: null } }),
        JSON.stringify({ user: { last_name: 'Lin' } }),
      ]),
      sling_shift_time: pickOrNull([' ', '9 to 11']),
      invoiced: pickOrNull(invoicedValues),
      invoice_id: pickOrNull([' ', '10234']),
    });
  events = await on.walk('start_date=2026-11-01&end_date=2026-12-31', 50);
});
afterAll(() => on.server.close());

const ids = (events: readonly Event[]): number[] => events.map(({ id }) => Number(id)).sort((a, b) => a - b);

describe('database and contract agree on what events lack (decisions 6.03)', () => {
  it('in the list views', async () => {
    const listed = async (only: string) => ids(await on.walk(`start_date=2026-11-01&end_date=2026-12-31&only=${only}`, 50));
    const unready = events.filter(
      (event) => eventNeedsOf(event, TODAY).length > 0 || factNeedsOf(event, TODAY).some((need) => need !== 'need_invoice'),
    );
    const toInvoice = events.filter((event) => isToInvoice(event, TODAY));
    expect(unready.length).toBeGreaterThan(30);
    expect(toInvoice.length).toBeGreaterThan(10);
    expect(await listed('not_ready')).toEqual(ids(unready));
    expect(await listed('to_invoice')).toEqual(ids(toInvoice));
  });

  it.each([
    ['need_host', -limits.events.hostDays],
    ['need_shift', -limits.events.shiftDays],
    ['need_invoice', limits.events.invoiceDays],
  ] as const)('on the day when %s arises, and no other', async (need, days) => {
    const { noticeCauses } = openStore(on.server.db);
    const lacksOn = (event: Event, day: string): boolean => factNeedsOf(event, day).includes(need);
    let result = 0;
    // Backdates the events, so that none counts as just added.
    await on.server.db.query.updateTable('events').set({ created_at: '2026-10-01T00:00:00Z' }).execute();
    for (let day = '2026-11-05'; day <= '2026-12-20'; day = addDays(day, 1)) {
      const before = addDays(day, -1);
      const arisen = events.filter((event) => lacksOn(event, day) && !lacksOn(event, before));
      const rows = await noticeCauses.lackingSince(need, days, { after: before, today: day });
      expect(
        rows.map(({ id }) => id).sort((a, b) => a - b),
        day,
      ).toEqual(ids(arisen));
      result += rows.length;
    }
    expect(result).toBeGreaterThan(10);
  });
});
