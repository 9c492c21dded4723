import { afterAll, beforeAll, expect, it } from 'vitest';
import { beginRun, computeMarks } from '../../../server/domain/commissions/recompute/index.ts';
import { type ArrivingInvoice, writeInvoices } from '../../../server/domain/imports/writeInvoices.ts';
import { type ClosingCompany, closingCompany } from '../support/closing.ts';
import { marksLeft, stillToDo, wrongSums } from '../support/marking.ts';

let at: ClosingCompany;
beforeAll(async () => {
  at = await closingCompany();
});
afterAll(() => at.server.close());

const write = async (invoices: readonly ArrivingInvoice[]) => {
  const origin = { network: '127.0.0.0/24', requestId: 'test' };
  const cause = { actorId: at.ids.ada, at: at.server.clock(), origin, why: 'A file' };
  return writeInvoices(at.facts.store, invoices, { cause, runId: await beginRun(at.facts.store, cause) });
};
const arriving = (number: number, more: Partial<ArrivingInvoice> = {}): ArrivingInvoice => ({
  invoice_number: `A-${number}`,
  customer_name: 'Acme School',
  salesperson_id: at.ids.sam,
  gross_cents: 1_200_00,
  net_cents: 1_000_00,
  booking_date: `2026-0${1 + (number % 9)}-05`,
  source: 'file',
  ...more,
});
const settle = async (): Promise<void> => {
  await computeMarks(at.facts.store, at.server.clock);
  expect(await stillToDo(at.facts.store, at.server.clock())).toEqual([]);
  expect(await wrongSums(at.server.db)).toEqual([]);
};
const audited = async () =>
  (await at.server.db.query.selectFrom('audit_log').select('after').where('action', '=', 'invoices.imported').orderBy('id').execute()).map(
    ({ after }) => after,
  );

it('decisions 7.08: writes in batches, each marked and audited once; the same list again changes nothing', async () => {
  const list = Array.from({ length: 450 }, (_, number) => arriving(number));
  expect(await write(list)).toEqual({ created: 450, changed: 0, unchanged: 0, waiting: [] });
  expect(await audited()).toEqual([200, 200, 50].map((created) => ({ created, changed: 0 })));
  await settle();
  expect(await write(list)).toEqual({ created: 0, changed: 0, unchanged: 450, waiting: [] });
  expect(await audited()).toHaveLength(3);
  expect(await marksLeft(at.server.db)).toEqual([]);
});

it('one that comes again with another amount, seller or day is changed, and both people’s periods follow', async () => {
  const moved = [
    arriving(1, { net_cents: 2_000_00 }),
    arriving(2, { salesperson_id: at.ids.kim }),
    arriving(3, { booking_date: '2026-11-05' }),
  ];
  expect(await write([...moved, arriving(4)])).toEqual({ created: 0, changed: 3, unchanged: 1, waiting: [] });
  await settle();
  const amounts = await at.amounts();
  expect(Object.keys(amounts).filter((key) => key.endsWith('kim'))).toHaveLength(1);
});

it('what a writer marks waits until it is done, but for whom somebody waits; a writer that was killed is not waited for long', async () => {
  const { sam, kim } = at.ids;
  const origin = { network: '127.0.0.0/24', requestId: 'test' };
  const cause = { actorId: at.ids.ada, at: at.server.clock(), origin, why: 'A file' };
  const runId = await beginRun(at.facts.store, cause);
  await at.facts.store.transaction(async (within) => {
    await within.marks.keepWriting(runId, 1);
    await within.marks.add([{ user_id: kim, day: '2026-01-05' }], 1, runId, cause.at);
    await within.marks.add([{ user_id: sam, day: '2026-05-05' }], 0, runId, cause.at);
  });
  const order: (readonly [number, string])[] = [];
  const from = performance.now();
  const took = async (): Promise<void> => {
    for (const { user_id, day } of await marksLeft(at.server.db)) order.push([user_id, day]);
  };
  const waiting: Promise<void>[] = [];
  await computeMarks(at.facts.store, at.server.clock, { took: () => void waiting.push(took()) });
  await Promise.all(waiting);
  expect(order).toEqual([[kim, '2026-01-05']]);
  expect(performance.now() - from).toBeGreaterThan(900);
  expect(performance.now() - from).toBeLessThan(20_000);
  expect(await marksLeft(at.server.db)).toEqual([]);
});

it('a credit memo before its original waits, and is written when it is given again', async () => {
  const memo = arriving(1001, { net_cents: -1_000_00, gross_cents: -1_200_00, credit_of: 'A-1000' });
  expect(await write([memo])).toEqual({ created: 0, changed: 0, unchanged: 0, waiting: ['A-1001'] });
  expect(await write([arriving(1000)])).toMatchObject({ created: 1 });
  expect(await write([memo])).toMatchObject({ created: 1, waiting: [] });
  await settle();
});
