import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { instanceWorker } from '../../../server/jobs/instanceWorker.ts';
import { testDatabaseKind } from '../support/testDatabase.ts';
import { createImportCompany, type ImportCompany } from '../support/worlds/imports.ts';
import { createYieldingWorld } from '../support/yieldingWorld.ts';

let world: ImportCompany;
beforeEach(async () => {
  world = await createImportCompany();
});
afterEach(() => world.server.close());

// On the embedded database a job yields before its transaction begins, never within it.
describe.runIf(testDatabaseKind() === 'postgres')('a yielding job', () => {
  it('holds no lock that money writers need', async () => {
    const yielding = await createYieldingWorld(world.server.db);
    const worker = instanceWorker(yielding.db, (error) => world.failures.push(error), world.server.clock);
    const drained = async (): Promise<void> => {
      await worker.drain();
      await worker.drain();
    };
    const file = (amount: number): string => `Number,Customer,Date,Total,Sales Rep\nF-1,Acme,2026-11-02,${amount},sam@example.test`;
    for (const amount of [1000, 1200]) {
      const { id } = await world.preview(await world.upload('invoices', file(amount)));
      await world.ask('POST', `/${id}/start`, {});
      await drained();
      if (amount === 1000) continue;
      await world.ask('POST', `/${id}/undo`, {});
      await drained();
      expect(await world.ask('GET', `/${id}`)).toMatchObject({ state: 'undone' });
    }
    await worker.stop();
    await yielding.close();
    await world.isSettled();
    expect(yielding.yields()).toBeGreaterThan(50);
    expect(yielding.held()).toEqual([]);
  });
});
