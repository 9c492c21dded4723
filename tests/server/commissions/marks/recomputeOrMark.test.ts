import { expect, it } from 'vitest';
import { openStore } from '../../../../server/db/repositories/store.ts';
import { recomputeOrMark } from '../../../../server/domain/commissions/recompute/index.ts';
import { createClosingCompany } from '../../support/worlds/closing.ts';
import { bookWithMarks } from '../../support/worlds/marks.ts';

const DAY = '2026-11-05';

it('decisions 7.08: recomputation after a fact is marked before shared locks: a job may yield after each statement until then', async () => {
  const world = await createClosingCompany();
  const cause = {
    actorId: world.ids.ada,
    at: world.server.clock(),
    origin: { network: '127.0.0.0/24', requestId: 'follow' },
    why: 'A day began',
  };
  await bookWithMarks(
    world.server.db,
    world.facts.store,
    [{ salesperson_id: world.ids.kim, booking_date: DAY, net_cents: 100_000 }],
    cause,
  );
  const done: string[] = [];
  const followed = await world.server.db.query.transaction().execute(async (trx) => {
    const plain = openStore({ ...world.server.db, query: trx });
    const counted =
      <Args extends unknown[], Answer>(what: string, work: (...args: Args) => Promise<Answer>) =>
      (...args: Args): Promise<Answer> => {
        done.push(what);
        return work(...args);
      };
    const tx = {
      ...plain,
      marks: { ...plain.marks, addRun: counted('run', plain.marks.addRun), add: counted('marks', plain.marks.add) },
      records: { ...plain.records, addToCompany: counted('company', plain.records.addToCompany) },
      audit: { ...plain.audit, writeAll: counted('audit', plain.audit.writeAll) },
    };
    await trx
      .insertInto('invoices')
      .values({
        invoice_number: 'F-1',
        customer_name: 'Acme School',
        salesperson_id: world.ids.sam,
        gross_cents: 100_000,
        net_cents: 100_000,
        booking_date: DAY,
        state: 'sent',
      })
      .execute();
    const affected = [world.ids.sam, world.ids.kim].map((user_id) => ({ user_id, day: DAY }));
    return recomputeOrMark(tx, affected, cause);
  });
  expect(followed).toMatchObject({ written: 1, marked: 1 });
  expect(done).toEqual(['run', 'marks', 'company', 'audit']);
  await world.server.close();
});
