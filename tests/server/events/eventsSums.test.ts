import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { activityTypes, editableFields, invoicedValues, yesNoFields, yesNoUnknown } from '../../../contract/entities/event.ts';
import { addDays } from '../../../contract/rules/time/period.ts';
import { up as eventDays } from '../../../server/db/migrations/005_event_days.ts';
import { randomOf } from '../support/records.ts';
import { createEventWorld, type EventWorld, eventRow } from '../support/worlds/events.ts';

let on: EventWorld;
beforeAll(async () => {
  on = await createEventWorld();
});
afterAll(() => on.server.close());

/** The stored totals and the totals of the events themselves; zero totals are ignored. */
const storedSums = async () =>
  (
    await sql`select filter, value, day, until_day, total, need_review, need_tech_setup, need_pre_program_email, need_reminder_email from event_days
      where total <> 0 order by 1, 2, 3, 4`.execute(on.server.db.query)
  ).rows;
const raw = async () => {
  const counted = (filter: string, value: string) => `
    select '${filter}' as filter, ${value} as value, coalesce(day, 'infinity') as day, until_day, count(*)::int as total,
      count(*) filter (where open_review)::int as need_review, count(*) filter (where open_tech_setup)::int as need_tech_setup,
      count(*) filter (where open_pre_program_email)::int as need_pre_program_email,
      count(*) filter (where open_reminder_email)::int as need_reminder_email from events group by 1, 2, 3, 4`;
  const all = [counted('', "''"), counted('activity_type', 'activity_type')];
  for (const field of ['reviewed', 'tech_setup_required', 'invoiced']) all.push(counted(field, `coalesce(${field}, 'Unknown')`));
  return (
    await sql.raw(`select * from (${all.join(' union all ')}) c where value is not null order by 1, 2, 3, 4`).execute(on.server.db.query)
  ).rows;
};

describe('totals behind the cards', () => {
  it('equal the events after many adds, edits, moves and removals, concurrent and one by one', async () => {
    const random = randomOf(9);
    const pickOrNull = <T>(values: readonly T[]): T | null => (random.below(4) === 0 ? null : random.of(values));
    const row = () =>
      eventRow({
        starts_at: random.below(8) === 0 ? null : `${addDays('2026-11-10', random.below(40))}T17:00:00Z`,
        has_day: random.below(8) > 0,
        activity_type: pickOrNull(activityTypes),
        reviewed: pickOrNull(yesNoUnknown),
        tech_setup_required: pickOrNull(yesNoUnknown),
        invoiced: pickOrNull(invoicedValues),
      });
    await on.server.db.query
      .insertInto('events')
      .values(Array.from({ length: 80 }, row))
      .execute();
    expect(await storedSums()).toEqual(await raw());
    expect((await storedSums()).length).toBeGreaterThan(100);

    for (let round = 0; round < 60; round += 1) {
      const id = String(1 + random.below(80));
      const field = random.of(editableFields);
      const value = yesNoFields.some((yesNoField) => yesNoField === field)
        ? random.of(yesNoUnknown)
        : field === 'invoiced'
          ? random.of(invoicedValues)
          : 'x';
      // The customer's name and the price don't affect any count.
      if (field === 'customer' || field === 'price') continue;
      expect((await on.set('eve', id, field, pickOrNull([value]))).statusCode).toBe(200);
    }
    expect(await storedSums()).toEqual(await raw());

    await sql`update events set day = day + 1, starts_at = starts_at + interval '1 day' where id % 3 = 0`.execute(on.server.db.query);
    await sql`update events set activity_type = 'Canceled', has_day = not has_day where id % 5 = 0`.execute(on.server.db.query);
    await sql`delete from events where id % 7 = 0`.execute(on.server.db.query);
    expect(await storedSums()).toEqual(await raw());
    await sql`update events set reviewed = reviewed`.execute(on.server.db.query);
    await sql`delete from events where false`.execute(on.server.db.query);
    expect(await storedSums()).toEqual(await raw());
  });

  it('neither deadlock nor lose a count with twenty concurrent editors of the same days', async () => {
    const ids = Array.from({ length: 20 }, (_, index) => String(1 + index * 4)).filter((id) => Number(id) % 7 !== 0);
    const answers = await Promise.all(
      ids.flatMap((id) => [
        on.set('eve', id, 'reviewed', 'Yes'),
        on.set('ada', id, 'invoiced', 'Sent'),
        on.set('vic', id, 'reviewed', 'No'),
      ]),
    );
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect(await storedSums()).toEqual(await raw());
  });

  it('are created for older events by the migration', async () => {
    const before = await storedSums();
    await sql`delete from event_days`.execute(on.server.db.query);
    await sql.raw(eventDays.slice(eventDays.lastIndexOf('insert into event_days'))).execute(on.server.db.query);
    expect(await storedSums()).toEqual(before);
  });

  it('are empty without events', async () => {
    await sql`truncate events cascade`.execute(on.server.db.query);
    expect((await sql`select 1 from event_days`.execute(on.server.db.query)).rows).toEqual([]);
  });
});
