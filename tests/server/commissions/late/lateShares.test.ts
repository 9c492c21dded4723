import { afterEach, beforeEach, expect, it } from 'vitest';
import { computeMarked } from '../../../../server/domain/commissions/recompute/computeMarked.ts';
import { beginRun, computeMarks } from '../../../../server/domain/commissions/recompute/index.ts';
import { type ClosingCompany, createClosingCompany } from '../../support/worlds/closing.ts';

let world: ClosingCompany;
beforeEach(async () => {
  world = await createClosingCompany();
});
afterEach(() => world.server.close());

it.each([
  ['the seller', ['sam', 'mia']],
  ['the manager', ['mia', 'sam']],
] as const)(
  'decisions 2.05: a booking that moves into a closed month is proposed to seller and manager, %s computed first',
  async (_, order) => {
    await world.save({ plans: [{ team_override: { role: 'sales_manager', rate: 0.01 } }] });
    const id = await world.book('sam', '2026-11-05', 10_000);
    await computeMarks(world.facts.store, world.server.clock);
    await world.close('2026-08');
    const cause = {
      actorId: world.ids.ada,
      at: world.server.clock(),
      origin: { network: '127.0.0.0/24', requestId: 'import' },
      why: 'An import',
    };
    const runId = await beginRun(world.facts.store, cause);
    await world.server.db.query.updateTable('invoices').set({ booking_date: '2026-08-05' }).where('id', '=', id).execute();
    const days = order.flatMap((name) => ['2026-08-05', '2026-11-05'].map((day) => ({ user_id: world.ids[name], day })));
    await world.facts.store.marks.add(days, 1, runId, world.server.clock());
    for (const name of order)
      await world.facts.store.transaction((tx) =>
        computeMarked(tx, [{ user_id: world.ids[name], day: '2026-08-05' }], 100, world.server.clock()),
      );
    await computeMarks(world.facts.store, world.server.clock);
    expect((await world.late()).toSorted()).toEqual([
      ['mia', id, 10_000, 'pending'],
      ['sam', id, 50_000, 'pending'],
    ]);
  },
);
