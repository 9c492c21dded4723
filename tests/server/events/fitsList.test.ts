import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventNeeds, eventSubsets } from '../../../contract/entities/event.ts';
import { type EventListQuery, fitsList } from '../../../contract/rules/events/fitsList.ts';
import { createEventWorld, type EventWorld, TODAY } from '../support/worlds/events.ts';

let world: EventWorld;
beforeAll(async () => {
  world = await createEventWorld();
});
afterAll(() => world.server.close());

/** A seeded chooser, so that failures can be reproduced. */
const chooser = (seed: number) => {
  let state = seed;
  return <T>(values: readonly T[]): T => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return values[Math.floor((state / 2_147_483_648) * values.length)] as T;
  };
};
const yesNo = [null, 'Yes', 'No', 'Unknown'];
const days = ['2026-10-30', '2026-11-20', '2026-11-21', '2026-11-22', '2026-11-24', '2026-11-30', '2026-12-02', '2026-12-20'];

test('spec 2.45, decisions 6.03, 6.04: the app and the server agree on matches over random events and queries', async () => {
  const pick = chooser(7);
  for (let i = 0; i < 150; i += 1) {
    const day = pick([null, ...days, ...days]);
    // For some, all staff tasks are done.
    const done = pick([true, false, false]);
    const answer = () => (done ? 'Yes' : pick(yesNo));
    await world.add({
      customer_name: pick(['Lincoln School', 'Mesa 100% Library', 'Acme']),
      state: pick([null, 'AZ', 'CA']),
      activity: pick([null, 'Robotics Camp', 'Coding']),
      activity_type: pick([null, 'Roblox', 'Python', 'Canceled']),
      starts_at: day === null ? null : `${day}T${pick(['02', '18'])}:00:00Z`,
      timezone: pick(['America/New_York', 'Asia/Tokyo', 'nowhere']),
      has_day: pick([true, true, true, false]),
      reviewed: answer(),
      tech_setup_required: pick(yesNo),
      tech_setup_completed: answer(),
      pre_program_setup_email_sent: answer(),
      pre_program_reminder_email_sent: answer(),
      host_anchor: pick([null, ' ', 'Jo']),
      host_url: pick([null, null, 'https://host.test']),
      sling_shift_time: pick([null, '', '9a']),
      shift: pick([null, JSON.stringify({ user: { first_name: 'Al' } }), JSON.stringify({ user: null, summary: 'open' })]),
      invoiced: pick([null, 'Sent', 'Received', 'Need To Send', 'Unknown']),
      invoice_id: pick([null, '', ' ', 'INV-7']),
      sales_person: pick([null, '', ' ', 'Sam Seller', 'lee rep']),
      sales_lead: pick([null, 'Mia Manager']),
      internal_notes: pick([null, 'bring CABLES']),
      has_program: pick([true, true, true, true, false]),
    });
  }
  const all = await world.walk('start_date=2026-01-01&end_date=2027-12-31', 50);
  expect(all).toHaveLength(150);
  const filters: readonly Readonly<Record<string, string>>[] = [
    {},
    { reviewed: 'Unknown' },
    { reviewed: 'Yes', customer: 'LINCOLN' },
    { tech_setup_required: 'No' },
    { invoiced: 'Unknown' },
    { activity_type: 'Python' },
    { customer: '100%' },
    { customer: '_' },
    { state: 'a', sales_person: 'SAM' },
    { sales_lead: 'mia' },
    { search: 'cables' },
    { search: 'robotics' },
    { activity: 'cod' },
    ...eventSubsets.map((only) => ({ only })),
  ];
  const ranges = [
    ['2026-11-01', '2026-11-30'],
    ['2026-11-21', '2026-11-21'],
    ['2026-10-01', '2026-10-31'],
    ['2026-11-22', '2026-12-31'],
  ] as const;
  let result = 0;
  for (const narrowed of filters)
    for (const need of [null, ...eventNeeds])
      for (const [start_date, end_date] of ranges) {
        const question: EventListQuery = { range: { start_date, end_date }, filters: narrowed, need };
        const query = new URLSearchParams({ start_date, end_date, ...narrowed, ...(need === null ? {} : { [need]: 'true' }) });
        const listed = (await world.page(`${query}&limit=500`)).data.map(({ id }) => id).sort();
        const fits = all
          .filter((event) => fitsList(event, question, TODAY))
          .map(({ id }) => id)
          .sort();
        expect(fits, String(query)).toEqual(listed);
        result += fits.length;
      }
  expect(result).toBeGreaterThan(1000);
}, 120_000);
