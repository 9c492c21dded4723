import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStore, type Store } from '../../../../server/db/repositories/store.ts';
import { type TestApp, testApp } from '../../support/testApp.ts';

let server: TestApp;
let store: Store;
/** In ascending order of id. */
let people: number[];

beforeAll(async () => {
  server = await testApp();
  store = openStore(server.db);
  people = [];
  for (const name of ['sam', 'kim', 'lee', 'pat']) people.push(await server.add({ email: `${name}@example.test`, role: 'salesperson' }));
  const [sam = 0, kim = 0, lee = 0] = people;
  const runId = await store.marks.addRun(
    { actor_id: sam, network: 'test', request_id: 'test', cause: null, cause_facts: null, quiet: false, periods: 0 },
    server.clock(),
  );
  const marked = (user_id: number, days: readonly string[], rank: 0 | 1) =>
    store.marks.add(
      days.map((day) => ({ user_id, day })),
      rank,
      runId,
      server.clock(),
    );
  await marked(sam, ['2025-12-31', '2026-01-01', '2026-01-01', '2026-01-31', '2026-03-15'], 1);
  await marked(sam, ['2026-03-15'], 0);
  await marked(kim, ['2026-02-01', '2026-02-28', '2027-01-01'], 1);
  await marked(lee, ['2024-02-29', '2025-06-30'], 0);
});
afterAll(() => server.close());

/** Expected marks per range; the last person has none. */
const months: readonly [from: string, to: string, everybody: number, of: readonly number[]][] = [
  ['2026-01-01', '2026-03-31', 3, [2, 1, 0, 0]],
  ['2026-01-02', '2026-03-14', 2, [1, 1, 0, 0]],
  ['2026-01-02', '2026-01-30', 0, [0, 0, 0, 0]],
  ['2026-03-15', '2026-03-15', 1, [1, 0, 0, 0]],
  ['2025-12-31', '2026-01-01', 2, [2, 0, 0, 0]],
  ['2026-02-28', '2026-02-28', 1, [0, 1, 0, 0]],
  ['1900-01-01', '2026-01-31', 4, [2, 0, 2, 0]],
  ['1900-01-01', '2999-12-31', 7, [3, 2, 2, 0]],
  ['2027-01-02', '2999-12-31', 0, [0, 0, 0, 0]],
  ['1900-01-01', '2024-02-28', 0, [0, 0, 0, 0]],
  ['2026-03-31', '2026-01-01', 0, [0, 0, 0, 0]],
];

it.each(months)('counts each month of a person once from %s to %s', async (start_date, end_date, everybody, owners) => {
  const range = { start_date, end_date };
  const waiting = async (userId: number | null) => [
    await store.marks.pendingIn(range, userId),
    (await store.commissionSums.inRange(range, { userId, managerId: null })).pending,
  ];
  expect(await waiting(null)).toEqual([everybody, everybody]);
  expect(await Promise.all(people.map(waiting))).toEqual(owners.map((count) => [count, count]));
});
