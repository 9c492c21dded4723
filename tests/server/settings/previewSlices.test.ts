import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../server/db/database.ts';
import { ALL_DAYS } from '../../../server/db/repositories/commissions/facts.ts';
import { NO_TEAMS } from '../../../server/db/repositories/commissions/teamReach.ts';
import { openStore } from '../../../server/db/repositories/store.ts';
import { previewConfig } from '../../../server/domain/settings/configPreview.ts';
import { type TestApp, testApp } from '../support/testApp.ts';

const PEOPLE = 6;
const INVOICES = 1203;
const OTHER_RATES = JSON.stringify({ plans: [{ id: 'default', name: 'Plan', base_commission_rate: 0.06 }] });

let server: TestApp;
let people: number[];
beforeAll(async () => {
  server = await testApp();
  people = [];
  for (let index = 0; index < PEOPLE; index += 1)
    people.push(await server.add({ email: `seller${index}@example.test`, role: 'salesperson' }));
  const invoices = Array.from({ length: INVOICES }, (_, index) => ({
    invoice_number: `S-${index}`,
    customer_name: 'Acme School',
    net_cents: 100_00,
    gross_cents: 100_00,
    state: 'sent' as const,
    // The first seller has most of them, 600 on one day: more than a slice.
    ...{
      salesperson_id: people[index < INVOICES - PEOPLE ? 0 : index % PEOPLE]!,
      booking_date: index < 600 ? '2026-10-15' : `2026-11-0${1 + (index % 9)}`,
    },
  }));
  await server.db.query.insertInto('invoices').values(invoices).execute();
});
afterAll(() => server.close());

/** The same database, recording the number of rows of each statement. */
const recordingRowCounts = (db: Database, seen: number[]): Database => ({
  ...db,
  query: db.query.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      seen.push(result.rows.length);
      return result;
    },
  }),
});

describe('preview of a commissionsConfig', () => {
  it('decisions 7.08: reads in statements of a few hundred rows, and misses none', async () => {
    const seen: number[] = [];
    const store = openStore(recordingRowCounts(server.db, seen));
    const result = await previewConfig({ store, clock: server.clock }, OTHER_RATES);
    expect(result).toMatchObject({ as_of: '2026-11-21T12:00:00.000Z', changed_records: INVOICES, people: PEOPLE, delta_total: 7515 });
    expect(seen.filter((rows) => rows > 501)).toEqual([600]);
  });

  it('decisions 7.08: releases the database between people, so that concurrent readers are answered each time', async () => {
    const store = openStore(server.db);
    let isDone = false;
    const preview = previewConfig({ store, clock: server.clock }, OTHER_RATES).finally(() => {
      isDone = true;
    });
    let answered = 0;
    while (!isDone) {
      await store.settings.companyName();
      answered += 1;
    }
    await preview;
    expect(answered).toBeGreaterThan(PEOPLE);
  });

  it('decisions 7.08: rereads a person at one moment after a concurrent write', async () => {
    const store = openStore(server.db);
    const [first] = people as [number];
    let looks = 0;
    const counts = await store.snapshot(async ({ facts }) => {
      looks += 1;
      const before = (await facts.credited([{ user_id: first, ...ALL_DAYS }], NO_TEAMS)).length;
      if (looks === 1)
        await server.db.query.updateTable('invoices').set({ state: 'cancelled' }).where('invoice_number', '=', 'S-0').execute();
      return [before, (await facts.credited([{ user_id: first, ...ALL_DAYS }], NO_TEAMS)).length];
    });
    expect(counts[0]).toBe(counts[1]);
  });
});
