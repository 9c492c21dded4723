import { afterAll, beforeAll, expect, it } from 'vitest';
import { beginRun, computeMarks } from '../../../server/domain/commissions/recompute/index.ts';
import type { ImportRequest } from '../../../server/domain/imports/deciding/index.ts';
import { processImport } from '../../../server/domain/imports/processImport.ts';
import { createImportCompany, type ImportCompany } from '../support/worlds/imports.ts';
import { marksLeft } from '../support/worlds/marks.ts';

let world: ImportCompany;
beforeAll(async () => {
  world = await createImportCompany();
});
afterAll(async () => {
  expect(world.failures).toEqual([]);
  await world.server.close();
});

const rowOf = (number: number, { rep = 'sam', day = `2026-0${1 + (number % 9)}-05`, total = 1000 } = {}): string =>
  `A-${number},Acme School,${day},${total},${rep}@example.test`;
const rows = (count: number, from = 0): string[] => Array.from({ length: count }, (_, number) => rowOf(from + number));
const run = (rows: readonly string[]) => world.run('invoices', ['Number,Customer,Date,Total,Rep', ...rows].join('\n'));
const audited = async (): Promise<number[]> =>
  (await world.server.db.query.selectFrom('audit_log').select('after').where('action', '=', 'import.batch').orderBy('id').execute()).map(
    ({ after }) => (after as { rows: number }).rows,
  );

it('decisions 7.08: a file is written in batches, each marked and audited once; a repeat changes nothing', async () => {
  expect((await run(rows(450))).counts).toMatchObject({ new: 450 });
  const batches = await audited();
  expect(batches.length).toBeGreaterThan(1);
  expect(batches.reduce((sum, count) => sum + count, 0)).toBe(450);
  await world.isSettled();
  expect((await run(rows(450))).counts).toMatchObject({ same: 450, new: 0, changed: 0 });
  expect(await audited()).toEqual(batches);
  await world.isSettled();
});

it('decisions 7.08: each stage and batch counts as progress, so that losing the next worker does not exhaust the tries', async () => {
  const run = await world.preview(await world.upload('invoices', ['Number,Customer,Date,Total,Rep', ...rows(450, 1000)].join('\n')));
  const { payload } = await world.server.db.query
    .selectFrom('jobs')
    .select('payload')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  const checkpoints: unknown[] = [];
  const work = (checkpoint: unknown) =>
    processImport({ store: world.facts.store, clock: world.server.clock }, payload as ImportRequest, checkpoint, {
      signal: new AbortController().signal,
      keep: async (one) => void checkpoints.push(one),
    });
  const moveTo = (state: 'previewing' | 'queued' | 'undoing') =>
    world.server.db.query.updateTable('sync_runs').set({ state }).where('id', '=', Number(run.id)).execute();
  await moveTo('previewing');
  await work({ stage: 'read' });
  expect(checkpoints).toEqual([{ stage: 'preview' }]);
  await moveTo('queued');
  await work({ stage: 'preview' });
  const [, first] = checkpoints as { batches: number; marks_run: number }[];
  expect(first).toEqual({ stage: 'write', marks_run: expect.any(Number), batches: 0 });
  expect(checkpoints.length).toBeGreaterThan(4);
  expect(checkpoints.slice(1)).toEqual(checkpoints.slice(1).map((_, batches) => ({ ...first, batches })));
  // Another worker continues the count, in the run with the existing marks.
  checkpoints.length = 0;
  await moveTo('undoing');
  await work({ stage: 'undo', marks_run: first?.marks_run, batches: 7 });
  expect(checkpoints[0]).toEqual({ stage: 'undo', marks_run: first?.marks_run, batches: 8 });
  await world.isSettled();
});

it('a repeated invoice with another amount, seller or day is updated, and both people’s periods follow', async () => {
  const moved = [rowOf(1, { total: 2000 }), rowOf(2, { rep: 'kim' }), rowOf(3, { day: '2026-11-05' }), rowOf(4)];
  expect((await run(moved)).counts).toMatchObject({ changed: 3, same: 1 });
  await world.isSettled();
  expect(Object.keys(await world.amounts()).filter((key) => key.endsWith('kim'))).toHaveLength(1);
});

it('a writer’s marks wait until it ends, except for people with waiting requests; a killed writer is not awaited for long', async () => {
  const { sam, kim } = world.ids;
  const origin = { network: '127.0.0.0/24', requestId: 'test' };
  const cause = { actorId: world.ids.ada, at: world.server.clock(), origin, why: 'A file' };
  const runId = await beginRun(world.facts.store, cause);
  await world.facts.store.transaction(async (tx) => {
    await tx.marks.keepWriting(runId, 1);
    await tx.marks.add([{ user_id: kim, day: '2026-01-05' }], 1, runId, cause.at);
    await tx.marks.add([{ user_id: sam, day: '2026-05-05' }], 0, runId, cause.at);
  });
  const order: (readonly [number, string])[] = [];
  const from = performance.now();
  const took = async (): Promise<void> => {
    for (const { user_id, day } of await marksLeft(world.server.db)) order.push([user_id, day]);
  };
  const waiting: Promise<void>[] = [];
  await computeMarks(world.facts.store, world.server.clock, { took: () => void waiting.push(took()) });
  await Promise.all(waiting);
  expect(order).toEqual([[kim, '2026-01-05']]);
  expect(performance.now() - from).toBeGreaterThan(900);
  expect(performance.now() - from).toBeLessThan(20_000);
  expect(await marksLeft(world.server.db)).toEqual([]);
});
