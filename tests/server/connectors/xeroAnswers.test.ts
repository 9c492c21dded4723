import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PlacementChoice } from '../../../contract/entities/connection.ts';
import { QUESTION_JOB } from '../../../server/domain/connections/questions.ts';
import { ACME_ID, allocationTo, createXeroWorld, type XeroWorld } from '../support/worlds/xero.ts';

let world: XeroWorld;
beforeAll(async () => {
  world = await createXeroWorld();
  await world.connect('ACME', [ACME_ID]);
  await world.drain();
});
afterAll(async () => {
  world.standIn.forgive('/Status');
  await world.close();
});

const path = async (rest: string): Promise<string> => `xero/${(await world.one()).id}/${rest}`;
const send = async (value: string, answer: PlacementChoice['answer'], field: PlacementChoice['field'] = 'state') => {
  const answered = await world.base.call('PUT', await path('quarantine/answers'), { field, value, answer });
  await world.drain();
  return answered;
};
const answers = async () => (await world.base.call('GET', await path('quarantine'))).json().answers;
const answerFirst = async (answer: PlacementChoice['answer']) => {
  const [held] = await world.waiting();
  await world.base.call('POST', await path('quarantine/retry'), { ids: [held.id], answer });
  await world.drain();
};
const stateOf = async (number: string) => (await world.invoiceHere(`${number}-ACME`))?.state;
const auditOf = (action: string) =>
  world.base.server.db.query.selectFrom('audit_log').select(['before', 'after']).where('action', '=', action).orderBy('id').execute();

describe('decisions 2.26: an answer about documents in an unknown state can be changed', () => {
  it('reprocesses the documents that it decided, including later ones', async () => {
    world.invoice('a-1', '2001', 1000, { Status: 'LOCKED' });
    world.payment('a-p', 'a-1', 1000);
    await world.sync();
    await answerFirst('counts');
    world.invoice('a-2', '2002', 500, { Status: 'LOCKED' });
    await world.sync();
    expect(await answers()).toEqual([{ field: 'state', value: 'LOCKED', answer: 'counts', records: 2 }]);
    const before = await world.due();
    expect([await stateOf('2001'), await stateOf('2002'), before > 0]).toEqual(['sent', 'sent', true]);
    expect((await send('LOCKED', 'left_out')).statusCode).toBe(200);
    expect([await stateOf('2001'), await stateOf('2002'), await world.due()]).toEqual(['cancelled', 'cancelled', 0]);
    expect(await answers()).toEqual([{ field: 'state', value: 'LOCKED', answer: 'left_out', records: 2 }]);
    await send('LOCKED', 'counts');
    expect([await stateOf('2001'), await stateOf('2002'), await world.due()]).toEqual(['sent', 'sent', before]);
  });

  it('records its author and the old answer in the audit log', async () => {
    const [, second] = await auditOf('connection.question_answered');
    expect(second).toMatchObject({
      before: { field: 'state', value: 'LOCKED', answer: 'counts' },
      after: { field: 'state', value: 'LOCKED', answer: 'left_out', records: 2 },
    });
  });

  it('skips a document that has since reached a documented state', async () => {
    world.invoice('a-2', '2002', 700);
    await world.sync();
    await send('LOCKED', 'left_out');
    expect([await stateOf('2001'), await stateOf('2002')]).toEqual(['cancelled', 'sent']);
    expect(await answers()).toEqual([{ field: 'state', value: 'LOCKED', answer: 'left_out', records: 1 }]);
  });

  it('adds and removes the money of payments and credit notes too', async () => {
    world.invoice('a-3', '2003', 100);
    world.payment('a-3', 'a-3', 60, { Status: 'PENDING' });
    world.creditNote('a-n', 'CN-7', 10, { Status: 'PENDING', Allocations: [allocationTo('a-3', 10)] });
    await world.sync();
    await answerFirst('left_out');
    const money = async () => [await world.received('2003-ACME'), (await world.invoiceHere('CM-CN-7-ACME'))?.state];
    expect(await money()).toEqual([0, undefined]);
    await send('PENDING', 'counts');
    expect(await money()).toEqual([7000, 'sent']);
    await send('PENDING', 'left_out');
    expect(await money()).toEqual([0, 'cancelled']);
    expect(await world.waiting()).toEqual([]);
  });

  it('leaves a closed month alone and proposes the difference', async () => {
    world.invoice('a-4', '2004', 900, { Status: 'FROZEN' });
    await world.sync();
    await answerFirst('counts');
    const { server, store, adminId } = world.base;
    const month = { start_date: '2026-11-01', end_date: '2026-11-30' };
    const closed = { ...month, state: 'closed', closed_at: server.clock().toISOString(), closed_by: adminId, reason: null } as const;
    await store.transaction(async (tx) => {
      const { id: version } = await tx.config.newest();
      await tx.periods.keep(await tx.periods.save(closed), closed, version, server.clock());
    });
    const record = () =>
      server.db.query.selectFrom('commission_records').selectAll().where('invoice_number', '=', '2004-ACME').executeTakeFirst();
    const before = await record();
    await send('FROZEN', 'left_out');
    expect(await record()).toMatchObject({ amount_cents: before?.amount_cents, net_cents: 900_00 });
    const proposed = await server.db.query
      .selectFrom('adjustments')
      .select(['amount_cents', 'state'])
      .where('origin', '=', 'late_fact')
      .execute();
    expect(proposed).toEqual([{ amount_cents: -(before?.amount_cents ?? 0), state: 'pending' }]);
    await send('FROZEN', 'counts');
    const after = await server.db.query.selectFrom('adjustments').select('state').where('origin', '=', 'late_fact').execute();
    expect(after).toEqual([{ state: 'void' }]);
  });

  it('bad input: refuses an unknown question or answer', async () => {
    expect((await send('NEVER', 'counts')).statusCode).toBe(404);
    expect((await send('LOCKED', 'maybe' as 'counts')).statusCode).toBe(400);
    expect((await send('LOCKED', 'counts', 'type')).statusCode).toBe(404);
  });

  it('resolves all documents in that state in batches, and a later answer supersedes the rest of an earlier one', async () => {
    for (let n = 0; n < 210; n += 1) world.invoice(`m-${n}`, `M${n}`, 10, { Status: 'MANY' });
    await world.sync();
    const sent = async () => {
      const rows = await world.base.server.db.query
        .selectFrom('invoices')
        .select('state')
        .where('invoice_number', 'like', 'M%-ACME')
        .execute();
      return [rows.filter(({ state }) => state === 'sent').length, rows.length, (await world.waiting()).length];
    };
    const [held] = await world.waiting();
    await world.base.call('POST', await path('quarantine/retry'), { ids: [held.id], answer: 'counts' });
    expect((await sent())[0]).toBe(200);
    await world.drain();
    expect(await sent()).toEqual([210, 210, 0]);
    await world.base.call('PUT', await path('quarantine/answers'), { field: 'state', value: 'MANY', answer: 'left_out' });
    await world.base.call('PUT', await path('quarantine/answers'), { field: 'state', value: 'MANY', answer: 'counts' });
    await world.drain();
    expect(await sent()).toEqual([210, 210, 0]);
  });

  it('reports documents left after a failure, and the same answer resolves them', async () => {
    const many = async () => (await answers()).find(({ value }: PlacementChoice) => value === 'MANY');
    await world.base.call('PUT', await path('quarantine/answers'), { field: 'state', value: 'MANY', answer: 'left_out' });
    expect(await many()).toMatchObject({ answer: 'left_out', settling: 'running' });
    const { query } = world.base.server.db;
    const failed = { state: 'failed', error: 'x', finished_at: world.base.server.clock().toISOString() } as const;
    await query.updateTable('jobs').set(failed).where('kind', '=', QUESTION_JOB).where('state', '=', 'queued').execute();
    expect(await many()).toMatchObject({ answer: 'left_out', settling: 'failed' });
    const left = async () => {
      const sent = query.selectFrom('invoices').select('id').where('invoice_number', 'like', 'M%-ACME').where('state', '=', 'sent');
      return (await sent.execute()).length;
    };
    expect(await left()).toBe(10);
    expect((await send('MANY', 'left_out')).statusCode).toBe(200);
    expect([await left(), await many()]).toEqual([0, { field: 'state', value: 'MANY', answer: 'left_out', records: 210 }]);
  });
});
