import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openStore, type Store } from '../../../server/db/repositories/store.ts';
import { applySource, type EventOutcome, type SourceEvent } from '../../../server/domain/events/eventSource.ts';
import { createEventWorld, type EventWorld, eventRow } from '../support/worlds/events.ts';

let on: EventWorld;
let store: Store;
beforeAll(async () => {
  on = await createEventWorld();
  store = openStore(on.server.db);
});
afterAll(() => on.server.close());

let counter = 0;
let sourceEvent: SourceEvent;
let id: string;
const source = (overrides: Partial<SourceEvent> = {}): SourceEvent => {
  const { day: _, ...row } = eventRow({
    starts_at: '2026-11-25T17:00:00Z',
    reviewed: 'No',
    invoiced: 'Unknown',
    sales_person: 'Sam Seller',
  });
  return { ...row, src_id: `SCH-${counter}`, ...overrides };
};
const apply = (event: SourceEvent): Promise<EventOutcome> => store.transaction((tx) => applySource(tx, event, on.server.clock()));
const find = async (srcId: string) =>
  on.server.db.query.selectFrom('events').selectAll().where('src_id', '=', srcId).executeTakeFirstOrThrow();
beforeEach(async () => {
  counter += 1;
  sourceEvent = source();
  expect(await apply(sourceEvent)).toBe('created');
  id = String((await find(sourceEvent.src_id)).id);
});

describe('source updates', () => {
  it('create an event with its local day, and change nothing when repeated', async () => {
    expect(await on.stored(id)).toMatchObject({ day: '2026-11-25', version: 1, reviewed: 'No' });
    expect(await apply(sourceEvent)).toBe('unchanged');
    expect(await apply({ ...sourceEvent, starts_at: '2026-11-25T12:00:00-05:00' })).toBe('unchanged');
    expect(await on.stored(id)).toMatchObject({ version: 1 });
  });

  it('change unedited fields with a new version, and the day follows start and zone', async () => {
    expect(await apply({ ...sourceEvent, customer_name: 'Renamed', reviewed: 'Yes', starts_at: '2026-11-30T04:30:00Z' })).toBe('changed');
    expect(await on.stored(id)).toMatchObject({ customer_name: 'Renamed', reviewed: 'Yes', day: '2026-11-29', version: 2 });
    await apply({ ...sourceEvent, starts_at: '2026-11-30T04:30:00Z', timezone: 'Asia/Kolkata' });
    expect(await on.stored(id)).toMatchObject({ day: '2026-11-30', version: 3 });
    await apply({ ...sourceEvent, has_program: false, starts_at: null });
    expect(await on.stored(id)).toMatchObject({ day: null });
  });

  it('import a shift by its content', async () => {
    const shift = JSON.stringify({ user: { first_name: 'Zoe', last_name: 'Lin' }, status: 'published' });
    expect(await apply({ ...sourceEvent, shift })).toBe('changed');
    expect(await apply({ ...sourceEvent, shift })).toBe('unchanged');
    expect(await apply(sourceEvent)).toBe('changed');
  });

  it('decisions 6.04: never overwrite an edit, and are noted below it', async () => {
    await on.set('eve', id, 'reviewed', 'Yes');
    await on.set('eve', id, 'internal_notes', 'called');
    expect(await apply({ ...sourceEvent, reviewed: 'Unknown', internal_notes: 'from the sheet', invoiced: 'Sent' })).toBe('changed');
    expect(await on.stored(id)).toMatchObject({ reviewed: 'Yes', internal_notes: 'called', invoiced: 'Sent', version: 4 });
    const edits = await store.events.editsOf(Number(id));
    expect(edits.map(({ field, value, source_value, first_name }) => [field, value, source_value, first_name]).sort()).toEqual([
      ['internal_notes', 'called', 'from the sheet', 'Eve'],
      ['reviewed', 'Yes', 'Unknown', 'Eve'],
    ]);
    const [event] = (await on.page(`start_date=2026-11-25&end_date=2026-11-25&limit=1&sort_field=date_time&customer=Mesa`)).data;
    expect(event).toMatchObject({ id, edited: ['internal_notes', 'reviewed'] });
  });

  it('decisions 6.04: keep a corrected customer name', async () => {
    await on.set('eve', id, 'customer', 'Corrected');
    await on.set('eve', id, 'contact_email', 'ann@corrected.example');
    await apply({ ...sourceEvent, customer_name: 'Renamed', contact_email: 'x@renamed.example' });
    expect(await on.stored(id)).toMatchObject({ customer_name: 'Corrected', contact_email: 'ann@corrected.example' });
    expect((await on.set('eve', id, 'reviewed', 'Yes')).json().sources).toMatchObject({ customer: 'Renamed' });
  });

  it('decisions 6.04: keep an edit that clears a field, also after repeated source changes', async () => {
    await on.set('eve', id, 'sales_person', null);
    for (const sales_person of ['Kim Kind', null, 'Lee Rep']) await apply({ ...sourceEvent, sales_person });
    expect(await on.stored(id)).toMatchObject({ sales_person: null, version: 2 });
  });

  it('do not conflict with an editor of the same event', async () => {
    await apply({ ...sourceEvent, reviewed: 'Unknown' });
    expect((await on.set('eve', id, 'reviewed', 'Yes', 1)).statusCode).toBe(200);
  });
});
