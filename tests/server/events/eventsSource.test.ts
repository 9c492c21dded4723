import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openStore, type Store } from '../../../server/db/repositories/store.ts';
import { type Applied, applySource, type SourceEvent } from '../../../server/domain/events/eventSource.ts';
import { type ConnectedSource, EVENTS_SYNC_JOB, startSync } from '../../../server/domain/events/eventSync.ts';
import { syncEvents } from '../../../server/jobs/syncEvents.ts';
import { createWorker } from '../../../server/jobs/worker.ts';
import { type Eventing, eventing, eventRow } from '../support/eventing.ts';

let on: Eventing;
let store: Store;
beforeAll(async () => {
  on = await eventing();
  store = openStore(on.server.db);
});
afterAll(() => on.server.close());

let made = 0;
let told: SourceEvent;
let id: string;
const source = (more: Partial<SourceEvent> = {}): SourceEvent => {
  const { day: _, ...row } = eventRow({
    starts_at: '2026-11-25T17:00:00Z',
    reviewed: 'No',
    invoiced: 'Unknown',
    sales_person: 'Sam Seller',
  });
  return { ...row, src_id: `SCH-${made}`, ...more };
};
const apply = (event: SourceEvent): Promise<Applied> => store.transaction((within) => applySource(within, event, on.server.clock()));
const find = async (srcId: string) =>
  on.server.db.query.selectFrom('events').selectAll().where('src_id', '=', srcId).executeTakeFirstOrThrow();
beforeEach(async () => {
  made += 1;
  told = source();
  expect(await apply(told)).toBe('created');
  id = String((await find(told.src_id)).id);
});

describe('what a source tells', () => {
  it('is a new event with its local day, and told again it changes nothing', async () => {
    expect(await on.stored(id)).toMatchObject({ day: '2026-11-25', version: 1, reviewed: 'No' });
    expect(await apply(told)).toBe('unchanged');
    expect(await apply({ ...told, starts_at: '2026-11-25T12:00:00-05:00' })).toBe('unchanged');
    expect(await on.stored(id)).toMatchObject({ version: 1 });
  });

  it('changes what nobody edited, a version on, and the day moves with the start and the zone', async () => {
    expect(await apply({ ...told, customer_name: 'Renamed', reviewed: 'Yes', starts_at: '2026-11-30T04:30:00Z' })).toBe('changed');
    expect(await on.stored(id)).toMatchObject({ customer_name: 'Renamed', reviewed: 'Yes', day: '2026-11-29', version: 2 });
    await apply({ ...told, starts_at: '2026-11-30T04:30:00Z', timezone: 'Asia/Kolkata' });
    expect(await on.stored(id)).toMatchObject({ day: '2026-11-30', version: 3 });
    await apply({ ...told, has_program: false, starts_at: null });
    expect(await on.stored(id)).toMatchObject({ day: null });
  });

  it('takes a shift over by what it holds', async () => {
    const shift = JSON.stringify({ user: { first_name: 'Zoe', last_name: 'Lin' }, status: 'published' });
    expect(await apply({ ...told, shift })).toBe('changed');
    expect(await apply({ ...told, shift })).toBe('unchanged');
    expect(await apply(told)).toBe('changed');
  });

  it('decisions 6.04: never overwrites an edit, and what it says is noted below', async () => {
    await on.set('eve', id, 'reviewed', 'Yes');
    await on.set('eve', id, 'internal_notes', 'called');
    expect(await apply({ ...told, reviewed: 'Unknown', internal_notes: 'from the sheet', invoiced: 'Sent' })).toBe('changed');
    expect(await on.stored(id)).toMatchObject({ reviewed: 'Yes', internal_notes: 'called', invoiced: 'Sent', version: 4 });
    const edits = await store.events.editsOf(Number(id));
    expect(edits.map(({ field, value, source_value, first_name }) => [field, value, source_value, first_name]).sort()).toEqual([
      ['internal_notes', 'called', 'from the sheet', 'Eve'],
      ['reviewed', 'Yes', 'Unknown', 'Eve'],
    ]);
    const [event] = (await on.page(`start_date=2026-11-25&end_date=2026-11-25&limit=1&sort_field=date_time&customer=Mesa`)).data;
    expect(event).toMatchObject({ id, edited: ['internal_notes', 'reviewed'] });
  });

  it('decisions 6.04: a customer whose name was corrected keeps that name', async () => {
    await on.set('eve', id, 'customer', 'Corrected');
    await on.set('eve', id, 'contact_email', 'ann@corrected.example');
    await apply({ ...told, customer_name: 'Renamed', contact_email: 'x@renamed.example' });
    expect(await on.stored(id)).toMatchObject({ customer_name: 'Corrected', contact_email: 'ann@corrected.example' });
    expect((await on.set('eve', id, 'reviewed', 'Yes')).json().sources).toMatchObject({ customer: 'Renamed' });
  });

  it('decisions 6.04: an edit that empties a field holds too, also after the source changes again and again', async () => {
    await on.set('eve', id, 'sales_person', null);
    for (const sales_person of ['Kim Kind', null, 'Lee Rep']) await apply({ ...told, sales_person });
    expect(await on.stored(id)).toMatchObject({ sales_person: null, version: 2 });
  });

  it('what only the source changed is no conflict for who edits it', async () => {
    await apply({ ...told, reviewed: 'Unknown' });
    expect((await on.set('eve', id, 'reviewed', 'Yes', 1)).statusCode).toBe(200);
  });
});

const NOTHING = 'No source of events is connected yet, so there was nothing to sync.';

describe('a sync', () => {
  const call = (name: string, body?: unknown) =>
    on.server.call('POST', '/api/v1/events/sync', { token: on.tokens[name], ...(body === undefined ? {} : { body }) });
  const drain = async (sources?: readonly ConnectedSource[]): Promise<void> => {
    const services = { store, clock: on.server.clock };
    const handler = syncEvents(services, sources && (async () => sources));
    const errors: unknown[] = [];
    await createWorker({
      store,
      clock: on.server.clock,
      log: (error) => errors.push(error),
      handlers: { [EVENTS_SYNC_JOB]: handler },
    }).drain();
    expect(errors).toEqual([]);
  };
  const jobs = () => on.server.db.query.selectFrom('jobs').selectAll().where('kind', '=', EVENTS_SYNC_JOB).orderBy('id').execute();
  const resultOf = async (job: number) => (await jobs()).find(({ id }) => id === job)?.result;

  it('spec 7.28: is 202 with a run, one at a time, with or without a body', async () => {
    const first = await call('eve');
    expect(first.statusCode, first.body).toBe(202);
    expect(first.json()).toEqual({ id: expect.any(String), status: 'queued', message: NOTHING });
    const answers = await Promise.all([call('ada', {}), call('vic'), call('eve')]);
    for (const answer of answers) expect(answer.json()).toEqual({ id: first.json().id, status: 'queued', message: NOTHING });
    expect(await jobs()).toHaveLength(1);
  });

  it('without a source it completes and says so; the next call is a new run', async () => {
    await drain();
    const [job] = await jobs();
    expect(job).toMatchObject({ state: 'completed' });
    expect(await resultOf(job!.id)).toMatchObject({ sources: [], message: NOTHING });
    expect((await call('eve')).json().id).not.toBe(String(job!.id));
  });

  it('takes over what its sources tell, page by page, and safely again', async () => {
    await on.set('eve', id, 'reviewed', 'Yes');
    const pages = [[source({ reviewed: 'No', invoiced: 'Sent' })], [source({ src_id: 'NEW-1' }), source({ src_id: 'NEW-2' })]];
    const sheet: ConnectedSource = {
      name: 'Schedule',
      read: async function* () {
        yield* pages;
      },
    };
    await drain([sheet]);
    await call('eve');
    await drain([sheet]);
    const [before, after] = (await jobs()).slice(-2);
    expect(await resultOf(before!.id)).toMatchObject({ created: 2, changed: 1, unchanged: 0, sources: ['Schedule'] });
    expect(await resultOf(after!.id)).toMatchObject({ created: 0, changed: 0, unchanged: 3 });
    expect(await on.stored(id)).toMatchObject({ reviewed: 'Yes', invoiced: 'Sent' });
  });

  it('with a source it says that it runs, or that it runs already', async () => {
    await drain();
    const sheet: ConnectedSource = { name: 'Schedule', read: async function* () {} };
    const sources = async () => [sheet];
    const principal = {
      userId: on.ids.eve!,
      actor: { id: String(on.ids.eve), role: 'events_manager' as const },
      sessionId: 1,
      mustChangePassword: false,
      heads: { config: 0, periods: 0, people: 0, moment: '' },
    };
    const services = { store, clock: on.server.clock };
    const first = await startSync(services, principal, sources);
    expect(first.message).toBe('Events are being synced.');
    expect(await startSync(services, principal, sources)).toEqual({ ...first, message: 'Events are already being synced.' });
    await drain([sheet]);
  });

  it('decisions 3.01: is for admin, vp_sales and events_manager', async () => {
    for (const name of ['fay', 'mia', 'sam']) expect((await call(name)).statusCode, name).toBe(403);
  });
});
