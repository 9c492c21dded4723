import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BankRule } from '../../../contract/entities/bank.ts';
import { type BankWorld, bankFact, createBankWorld } from '../support/worlds/bank.ts';

let world: BankWorld;
beforeAll(async () => {
  world = await createBankWorld();
});
afterAll(() => world.server.close());

describe('decisions 3.04: deciding on bank transactions', () => {
  it('ignores a transaction with a reason, and future ones only on request', async () => {
    const fee = await world.arrive({ amount_cents: -15_00, counterparty: 'Wire Fee Bureau' });
    expect(await world.refused(world.decide('fay', fee, 'ignore', { reason: ' ' }))).toEqual([422, { reason: 'A reason is required' }]);
    const ignored = await world.done(fee, 'ignore', { reason: 'Bank fee' });
    expect([ignored.state, ignored.why]).toEqual(['ignored', 'Bank fee']);
    const next = await world.arrive({ amount_cents: -15_00, counterparty: 'Wire Fee Bureau' });
    expect(next.state).toBe('waiting');
    await world.done(next, 'ignore', { reason: 'Bank fee', remember: true });
    const third = await world.arrive({ amount_cents: -15_00, counterparty: 'WIRE FEE BUREAU' });
    expect([third.state, third.why]).toEqual(['ignored', 'Bank fee']);
    const open = await world.done(third, 'undo');
    expect(open.state).toBe('waiting');
    const rules = await world.ok<{ data: BankRule[] }>(world.call('fay', 'GET', 'bank/rules'));
    expect(rules.data.map(({ counterparty, reason, created_by }) => [counterparty, reason, created_by])).toEqual([
      ['Wire Fee Bureau', 'Bank fee', 'Fay Finch'],
    ]);
    expect((await world.call('fay', 'DELETE' as 'PUT', `bank/rules/${rules.data[0]?.id}`)).statusCode).toBe(204);
    expect((await world.arrive({ amount_cents: -15_00, counterparty: 'Wire Fee Bureau' })).state).toBe('waiting');
  });

  it('remembers the owner of an account on request', async () => {
    const pima = await world.named('Pima Unified');
    const first = await world.owed('Pima Unified', pima, 1510_00);
    const deposit = await world.arrive({ amount_cents: 1510_00, counterparty: 'BILLPAY 77', occurred_at: '2026-11-12T18:00:00Z' });
    const lines = [{ kind: 'invoice', id: String(first.id), amount: '1510.00' }];
    await world.done(deposit, 'match', { lines, remember: true });
    await world.owed('Pima Unified', pima, 2222_00);
    await world.owed('Other Payer', await world.named('Other Payer'), 2222_00);
    const next = await world.arrive({ amount_cents: 2222_00, counterparty: 'Billpay 77' });
    expect(next.proposal?.reasons).toContain('You asked to remember this counterparty as Pima Unified');
    expect(next.proposal?.lines[0]?.name).toBe('Pima Unified');
  });

  it('refuses a decision if someone was faster or the bank has not settled the transaction', async () => {
    const one = await world.arrive();
    await world.done(one, 'ignore', { reason: 'Owner contribution' });
    expect(await world.refused(world.decide('finn', one, 'ignore', { reason: 'Twice' }))).toEqual([409, 'stale_version']);
    const pending = await world.arrive({ bank_status: 'pending' });
    expect([pending.state, pending.why, pending.actions]).toEqual([
      'waiting',
      'The bank has not settled this transaction yet.',
      ['ignore'],
    ]);
    expect(await world.refused(world.decide('fay', pending, 'receipt', { customer_id: '1' }))).toEqual([409, 'bank_step']);
  });

  it('lets one of two concurrent matches of the same payment win', async () => {
    const page = await world.named('Page Makers');
    const created = await world.record(world.receiptBody(page, { amount: '71.00', allocations: [] }));
    const [a, b] = [
      await world.arrive({ amount_cents: 71_00, counterparty: 'Page' }),
      await world.arrive({ amount_cents: 71_00, counterparty: 'Page' }),
    ];
    const lines = [{ kind: 'receipt', id: created.id.slice(3), amount: '71.00' }];
    const answers = await Promise.all([world.decide('fay', a, 'match', { lines }), world.decide('finn', b, 'match', { lines })]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  });

  it('ignores repeats, and keeps decisions when the bank changes a transaction', async () => {
    const one = bankFact({ bank_status: 'pending', counterparty: 'Late Payer' });
    expect(await world.take(one)).toEqual({ added: 1, updated: 0, unchanged: 0 });
    expect(await world.take(one, one)).toEqual({ added: 0, updated: 0, unchanged: 1 });
    expect(await world.take({ ...one, bank_status: 'settled' })).toEqual({ added: 0, updated: 1, unchanged: 0 });
    const off = bankFact({ bank_status: 'pending' });
    await world.take(off);
    await world.take({ ...off, bank_status: 'cancelled' });
    const row = await world.query
      .selectFrom('bank_transactions')
      .select(['state'])
      .where('external_id', '=', off.external_id)
      .executeTakeFirstOrThrow();
    expect(row.state).toBe('ignored');
  });

  it('allows finance and admins, and answers 403 to everybody else', async () => {
    const one = await world.arrive();
    for (const name of ['vic', 'mia', 'sam', 'eve']) {
      expect((await world.call(name, 'GET', 'bank/transactions')).statusCode, name).toBe(403);
      expect((await world.decide(name, one, 'ignore', { reason: 'No' })).statusCode, name).toBe(403);
    }
    expect((await world.call('ada', 'GET', 'bank/transactions')).statusCode).toBe(200);
  });
});
