import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BankWorld, bankFact, createBankWorld, linesOf } from '../support/worlds/bank.ts';

let world: BankWorld;
beforeAll(async () => {
  world = await createBankWorld();
});
afterAll(() => world.server.close());

const receiptOf = async (id: string) => {
  const { matched } = await world.detail(id);
  return world.payment(matched[0]?.id ?? '');
};

describe('decisions 2.15: deposits', () => {
  it('are proposed for the open invoice; accepting pays it and makes its commission due, undoing reverses both', async () => {
    const mesa = await world.named('Mesa Library');
    const invoice = await world.owed('Mesa Library', mesa, 1000_00);
    const deposit = await world.arrive({ counterparty: 'MESA LIBRARY', memo: `Invoice ${invoice.number}` });
    expect([deposit.state, linesOf(deposit), deposit.proposal?.score]).toEqual([
      'proposed',
      [{ kind: 'invoice', id: String(invoice.id), amount: 1000 }],
      100,
    ]);
    expect(deposit.proposal?.reasons).toEqual([
      'The amount is exact',
      `The memo names ${invoice.number}`,
      'The name is the same: Mesa Library',
      '8 days apart',
      'The only open item of this amount',
    ]);
    expect(await world.statusOf(invoice.id)).toBe('not_due');
    const matched = await world.done(deposit, 'match', { lines: linesOf(deposit) });
    expect([matched.state, matched.actions, await world.statusOf(invoice.id)]).toEqual(['matched', ['undo'], 'due']);
    expect(await receiptOf(matched.id)).toMatchObject({
      amount: 1000,
      payment_date: '2026-11-10',
      payment_method: 'ACH',
      status: 'completed',
    });
    const undone = await world.done(matched, 'undo');
    expect([undone.state, await world.statusOf(invoice.id)]).toEqual(['proposed', 'not_due']);
    const repeated = await world.done(undone, 'match', { lines: linesOf(undone) });
    expect([repeated.state, await world.statusOf(invoice.id)]).toEqual(['matched', 'due']);
    expect((await world.detail(repeated.id)).history.map(({ action }) => action)).toEqual([
      'Bank transaction matched',
      'Match undone',
      'Bank transaction matched',
    ]);
  });

  it('are not proposed if three invoices match equally, and say so', async () => {
    const tempe = await world.named('Tempe Academy');
    for (let index = 0; index < 3; index += 1) await world.owed('Tempe Academy', tempe, 750_00);
    const deposit = await world.arrive({ counterparty: 'Tempe Academy', amount_cents: 750_00 });
    expect([deposit.state, deposit.why, deposit.proposal, deposit.candidates.length]).toEqual([
      'waiting',
      '3 matches fit equally well. Choose one.',
      null,
      3,
    ]);
  });

  it('are split over several invoices; the rest becomes customer credit', async () => {
    const [yuma, ajo] = [await world.named('Yuma Arts'), await world.named('Ajo Robotics')];
    const [one, two, three] = [
      await world.owed('Yuma Arts', yuma, 300_00),
      await world.owed('Yuma Arts', yuma, 500_00),
      await world.owed('Ajo Robotics', ajo, 400_00),
    ];
    const deposit = await world.arrive({ amount_cents: 900_00, counterparty: 'Lockbox' });
    const line = (id: number, amount: string) => ({ kind: 'invoice', id: String(id), amount });
    const over = { lines: [line(one.id, '300.00'), line(two.id, '500.00'), line(three.id, '101.00')] };
    expect(await world.refused(world.decide('fay', deposit, 'match', over))).toEqual([
      422,
      { lines: 'The parts add up to more than $900.00.' },
    ]);
    const short = { lines: [line(one.id, '300.00'), line(three.id, '100.00')] };
    expect(await world.refused(world.decide('fay', deposit, 'match', short))).toEqual([
      422,
      { lines: 'The parts must add up to $900.00.' },
    ]);
    const split = await world.done(deposit, 'match', { lines: [line(one.id, '300'), line(two.id, '500'), line(three.id, '100.00')] });
    expect(split.matched.map(({ name, amount }) => [name, amount])).toEqual([
      ['Yuma Arts', 800],
      ['Ajo Robotics', 100],
    ]);
    const rest = await world.arrive({ amount_cents: 350_00, counterparty: 'Ajo Robotics' });
    const credit = await world.done(rest, 'match', { lines: [line(three.id, '300.00')] });
    expect(await receiptOf(credit.id)).toMatchObject({ amount: 350, unapplied: 50 });
  });

  it('match an already recorded payment without recording it twice', async () => {
    const globe = await world.named('Globe Makers');
    const invoice = await world.owed('Globe Makers', globe, 640_00);
    const line = { kind: 'invoice', id: String(invoice.id), amount: '640.00' };
    const waits = await world.record(world.receiptBody(globe, { amount: '640.00', cleared: false, allocations: [line] }));
    const deposit = await world.arrive({ amount_cents: 640_00, counterparty: 'Globe Makers' });
    expect(linesOf(deposit)).toEqual([{ kind: 'receipt', id: waits.id.slice(3), amount: 640 }]);
    expect(await world.refused(world.decide('fay', deposit, 'receipt', { customer_id: String(globe) }))).toEqual([
      409,
      'payment_duplicate',
    ]);
    const matched = await world.done(deposit, 'match', { lines: linesOf(deposit) });
    expect([(await world.payment(waits.id)).status, await world.statusOf(invoice.id)]).toEqual(['completed', 'due']);
    const undone = await world.done(matched, 'undo');
    expect([undone.state, (await world.payment(waits.id)).status, await world.statusOf(invoice.id)]).toEqual([
      'proposed',
      'pending',
      'not_due',
    ]);
  });

  it('become a customer payment: oldest invoices first, or all credit', async () => {
    const nogales = await world.named('Nogales Coders');
    const invoice = await world.owed('Nogales Coders', nogales, 200_00);
    const first = await world.done(await world.arrive({ amount_cents: 500_00 }), 'receipt', { customer_id: String(nogales), apply: true });
    expect([await receiptOf(first.id), await world.statusOf(invoice.id)]).toMatchObject([{ amount: 500, unapplied: 300 }, 'due']);
    const second = await world.done(await world.arrive({ amount_cents: 80_00 }), 'receipt', { customer_id: String(nogales), apply: false });
    expect(await receiptOf(second.id)).toMatchObject({ amount: 80, unapplied: 80 });
    expect(await world.refused(world.decide('fay', await world.arrive(), 'receipt', { customer_id: '999999' }))).toEqual([
      422,
      { customer_id: 'Choose a customer from the list.' },
    ]);
  });

  it('in a closed month count from today', async () => {
    const kent = await world.named('Kent Union');
    const invoice = await world.owed('Kent Union', kent, 123_00);
    const october = { start_date: '2026-10-01', end_date: '2026-10-31', state: 'closed', closed_by: world.ids.ada as number } as const;
    const closed = { ...october, closed_at: world.server.clock().toISOString(), reason: null };
    await world.store.transaction(async (tx) => {
      const { id: version } = await tx.config.newest();
      await tx.periods.keep(await tx.periods.save(closed), closed, version, world.server.clock());
    });
    const deposit = await world.arrive({ amount_cents: 123_00, counterparty: 'Kent Union', occurred_at: '2026-10-30T18:00:00Z' });
    const matched = await world.done(deposit, 'match', { lines: linesOf(deposit) });
    expect([await receiptOf(matched.id), await world.statusOf(invoice.id)]).toMatchObject([{ payment_date: '2026-11-21' }, 'due']);
  });
});

describe('decisions 2.16: outgoing money', () => {
  const payout = async (amount: string) => {
    const created = await world.record(world.payoutBody({ amount }));
    return world.ok(world.step('finn', created, 'approve'));
  };

  it('completes the matching payout; undoing returns it to in transit', async () => {
    const bisbee = await world.named('Bisbee');
    const invoice = await world.owed('Bisbee', bisbee, 8000_00);
    await world.facts.pay(invoice.id, 8000_00, '2026-11-03');
    const created = await payout('333.00');
    const transfer = await world.arrive({ amount_cents: -333_00, counterparty: 'Sam Seller', occurred_at: '2026-11-20T18:00:00Z' });
    expect([transfer.direction, linesOf(transfer)]).toEqual(['out', [{ kind: 'payout', id: created.id.slice(3), amount: 333 }]]);
    expect(transfer.actions).toEqual(['match', 'ignore']);
    const paid = await world.moneyOf(invoice.id);
    const matched = await world.done(transfer, 'match', { lines: linesOf(transfer) });
    expect((await world.payment(created.id)).status).toBe('completed');
    const after = await world.moneyOf(invoice.id);
    const undone = await world.done(matched, 'undo');
    expect([undone.state, (await world.payment(created.id)).status]).toEqual(['proposed', 'processing']);
    expect(await world.moneyOf(invoice.id)).toEqual(paid);
    expect(after).not.toEqual(paid);
    expect(await world.audits('payout', created.id)).toEqual(['payout.recorded', 'payout.approved', 'payout.completed', 'payout.reopened']);
    const repeated = await world.done(undone, 'match', { lines: linesOf(undone) });
    // The bank reverses it: a person must decide, and finance is notified.
    const row = await world.query
      .selectFrom('bank_transactions')
      .selectAll()
      .where('id', '=', Number(repeated.id))
      .executeTakeFirstOrThrow();
    const { external_id } = row;
    await world.take(
      bankFact({
        external_id,
        amount_cents: -333_00,
        counterparty: 'Sam Seller',
        bank_status: 'failed',
        failure: 'R03',
        occurred_at: '2026-11-20T18:00:00Z',
      }),
    );
    const returned = await world.detail(repeated.id);
    expect([returned.state, returned.returned, returned.bank_status]).toEqual(['matched', true, 'failed']);
    const notices = await world.query
      .selectFrom('notifications')
      .select('user_id')
      .where('dedupe_key', '=', `bankTransaction:${repeated.id}:failed`)
      .execute();
    expect(notices.map(({ user_id }) => user_id).sort()).toEqual([world.ids.ada, world.ids.fay, world.ids.finn].sort());
    const settled = await world.done(returned, 'undo');
    expect([settled.state, settled.why, (await world.payment(created.id)).status]).toEqual([
      'ignored',
      'The bank reports that this transaction failed.',
      'failed',
    ]);
  });

  it('cannot match an invoice, nor incoming money a payout', async () => {
    const out = await world.arrive({ amount_cents: -10_00 });
    const lines = [{ kind: 'invoice', id: '1', amount: '10.00' }];
    expect((await world.refused(world.decide('fay', out, 'match', { lines })))[0]).toBe(422);
    expect((await world.refused(world.decide('fay', out, 'receipt', { customer_id: '1' })))[0]).toBe(422);
  });
});

describe('decisions 2.15: transaction list after these steps', () => {
  it('shows every transaction in one state, with counts that add up and pages that cover the list', async () => {
    const { summary, pagination } = await world.page('limit=500');
    const { proposed, waiting, matched, ignored, total } = summary;
    expect([proposed + waiting + matched + ignored, pagination.total]).toEqual([total, total]);
    const all = (await world.page('limit=500')).data.map(({ id }) => id);
    const walked: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const next = await world.page(`limit=7${cursor === '' ? '' : `&cursor=${cursor}`}`);
      walked.push(...next.data.map(({ id }) => id));
      cursor = next.pagination.cursor;
    }
    expect(walked).toEqual(all);
    expect((await world.page('state=open')).data.every(({ state }) => state === 'proposed' || state === 'waiting')).toBe(true);
    expect((await world.page('search=Globe')).data.map(({ counterparty }) => counterparty)).toEqual(['Globe Makers']);
    expect((await world.page('search=640')).data.map(({ amount }) => amount)).toEqual([640]);
    expect((await world.page(`search=${'9'.repeat(40)}`)).data).toEqual([]);
  });
});
