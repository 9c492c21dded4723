import { afterEach, beforeEach, expect, it } from 'vitest';
import { computeMarked } from '../../../../server/domain/commissions/recompute/computeMarked.ts';
import { beginRun, computeMarks } from '../../../../server/domain/commissions/recompute/index.ts';
import { type ClosingCompany, closingCompany } from '../../support/worlds/closing.ts';

let at: ClosingCompany;
beforeEach(async () => {
  at = await closingCompany();
});
afterEach(() => at.server.close());

it.each([
  ['the seller', ['sam', 'mia']],
  ['the manager', ['mia', 'sam']],
] as const)(
  'decisions 2.05: a booking that moves into a closed month is proposed to seller and manager, %s computed first',
  async (_, order) => {
    await at.save({ plans: [{ team_override: { role: 'sales_manager', rate: 0.01 } }] });
    const id = await at.book('sam', '2026-11-05', 10_000);
    await computeMarks(at.facts.store, at.server.clock);
    await at.close('2026-08');
    const cause = {
      actorId: at.ids.ada,
      at: at.server.clock(),
      origin: { network: '127.0.0.0/24', requestId: 'import' },
      why: 'An import',
    };
    const runId = await beginRun(at.facts.store, cause);
    await at.server.db.query.updateTable('invoices').set({ booking_date: '2026-08-05' }).where('id', '=', id).execute();
    const days = order.flatMap((name) => ['2026-08-05', '2026-11-05'].map((day) => ({ user_id: at.ids[name], day })));
    await at.facts.store.marks.add(days, 1, runId, at.server.clock());
    for (const name of order)
      await at.facts.store.transaction((within) =>
        computeMarked(within, [{ user_id: at.ids[name], day: '2026-08-05' }], 100, at.server.clock()),
      );
    await computeMarks(at.facts.store, at.server.clock);
    expect((await at.late()).toSorted()).toEqual([
      ['mia', id, 10_000, 'pending'],
      ['sam', id, 50_000, 'pending'],
    ]);
  },
);
