import { planOf } from './company.ts';
import {
  bookkeeperRoles,
  leaderRoles,
  type Move,
  move,
  pickRow,
  randomDay,
  randomDollars,
  randomUserId,
  sellerRoles,
  type Turn,
} from './turn.ts';

const reason = 'Corrected';
const steps = ['approve', 'complete', 'fail', 'retry', 'reverse'] as const;
const pickReceipt = (turn: Turn) => pickRow(turn, turn.surroundings.receipts);

/** Allocations to the person's unpaid invoices first, limited to their open amounts. */
const allocations = (turn: Turn) => {
  const invoice = pickRow(
    turn,
    turn.surroundings.invoices.filter(({ left, state }) => left > 0 && state === 'sent'),
  );
  return invoice
    ? [{ kind: 'invoice', id: String(invoice.id), amount: String(turn.random.of([invoice.left, invoice.left / 2]) / 100) }]
    : [];
};

const money: readonly Move[] = [
  move('payment.receive', bookkeeperRoles, (turn) => {
    const [line] = allocations(turn);
    const customer = turn.random.of(turn.surroundings.customers);
    const body = {
      type: 'customer_payment',
      customer_id: String(customer.id),
      payment_date: '2026-11-20',
      payment_method: 'ACH',
      confirmed: true,
    };
    const more = line && turn.random.below(4) > 0 ? { amount: line.amount, allocations: [line] } : { amount: randomDollars(turn) };
    return turn.send('POST', '/payments', { ...body, ...more, cleared: turn.random.below(5) > 0 });
  }),
  move('payment.payOut', bookkeeperRoles, (turn) => {
    const body = { type: 'commission_payment', payment_date: '2026-11-20', payment_method: 'direct deposit', confirmed: true };
    return turn.send('POST', '/payments', { ...body, user_id: randomUserId(turn), amount: turn.random.of(['1', '40']) });
  }),
  move('payment.step', bookkeeperRoles, (turn) => {
    const step = turn.random.of(steps);
    const [prefix, row] = turn.random.below(2) === 0 ? ['cp', pickReceipt(turn)] : ['po', pickRow(turn, turn.surroundings.payouts)];
    const more = step === 'fail' || step === 'reverse' ? { reason } : {};
    return row && turn.send('POST', `/payments/${prefix}-${row.id}/${step}`, { version: row.version, ...more });
  }),
  move('payment.allocate', bookkeeperRoles, (turn) => {
    const receipt = pickReceipt(turn);
    const body = { version: receipt?.version, allocations: turn.random.below(4) === 0 ? [] : allocations(turn) };
    return receipt && turn.send('PUT', `/payments/cp-${receipt.id}/allocations`, body);
  }),
  move('run.propose', bookkeeperRoles, (turn) => turn.send('POST', '/payout-runs', { month: '2026-11', pay_on: '2026-11-21' })),
  move('run.step', bookkeeperRoles, (turn) => {
    const run = pickRow(turn, turn.surroundings.runs);
    if (!run) return undefined;
    const step = turn.random.of(['approve', 'complete', 'cancel', 'close', 'change'] as const);
    const body = { version: run.version, reason, amount: randomDollars(turn) };
    if (step === 'change') return turn.send('PUT', `/payout-runs/${run.id}/people/${randomUserId(turn)}`, body);
    if (step === 'complete') return turn.send('POST', `/payout-runs/${run.id}/complete`);
    return turn.send(
      'POST',
      `/payout-runs/${run.id}/${step}`,
      step === 'close' ? { version: run.version, reason } : { version: run.version },
    );
  }),
  move('bank.decide', bookkeeperRoles, (turn) => {
    const row = pickRow(turn, turn.surroundings.bank);
    if (!row) return undefined;
    const path = `/bank/transactions/${row.id}`;
    const step = turn.random.of(['match', 'receipt', 'ignore', 'undo'] as const);
    const bodies = {
      match: { lines: allocations(turn) },
      receipt: { customer_id: String(turn.random.of(turn.surroundings.customers).id) },
      ignore: { reason },
      undo: {},
    };
    return turn.send('POST', `${path}/${step}`, { version: row.version, ...bodies[step] });
  }),
];

const months: readonly Move[] = [
  move('period.step', bookkeeperRoles, (turn) => {
    const step = turn.random.of(['review', 'back', 'look', 'close', 'sign'] as const);
    return turn.send('POST', `/periods/${turn.random.of(['2026-10', '2026-11'])}/${step}`, step === 'sign' ? { items: [] } : undefined);
  }),
  move('period.reopen', ['admin'], (turn) =>
    turn.send('POST', '/periods/2026-10/reopen', { reason: turn.random.of([reason, 'A late invoice']) }),
  ),
  move('period.closeSeveral', bookkeeperRoles, (turn) => turn.send('POST', '/period-closings', { until: '2026-10' })),
];

const people: readonly Move[] = [
  move('user.change', ['admin'], async (turn) => {
    const { random, surroundings } = turn;
    const id = randomUserId(turn);
    const facts: readonly object[] = [
      { role: random.of(['admin', 'salesperson', 'sales_manager', 'vp_sales']) },
      { territory: random.of(['West', 'Midwest']) },
      { manager_id: random.below(3) > 0 ? String(turn.me) : String(random.of(surroundings.users).id) },
      { employment_start: randomDay(turn), employment_end: random.of([null, '2026-11-12']) },
      { active: random.below(2) === 0 },
    ];
    const change = Object.assign({}, ...facts.filter(() => random.below(3) === 0));
    const from = random.below(2) === 0 && !('active' in change) ? { effective_from: randomDay(turn) } : {};
    await turn.send('PUT', `/users/${id}`, Object.keys(change).length > 0 ? { ...change, ...from } : { role: 'salesperson', ...from });
  }),
  move('user.ofOneself', [...sellerRoles, 'finance', 'events_manager'], (turn) =>
    turn.send('PATCH', '/users/me', { territory: turn.random.of(['West', 'Midwest', null]) }),
  ),
  move('users.import', ['admin'], (turn) => {
    const { random, surroundings } = turn;
    const { email, name } = random.below(2) === 0 ? surroundings.users.find(({ id }) => id === turn.me)! : random.of(surroundings.users);
    const own = surroundings.users.find(({ id }) => id === turn.me)?.email ?? null;
    const line = {
      line: 2,
      first_name: name,
      last_name: 'Person',
      email,
      role: random.of(['salesperson', 'sales_manager', 'vp_sales']),
      territory: random.of(['West', null]),
      manager_email: email === own ? null : random.of([own, null]),
      employment_start: random.of([null, '2026-10-01', '2026-11-05']),
      employment_end: random.of([null, '2026-11-15']),
      what: 'update',
      fields: [],
      errors: [],
    };
    return turn.send('POST', '/users/import', { lines: [line] });
  }),
  move('goal.set', leaderRoles, async (turn) => {
    const goal = pickRow(turn, turn.surroundings.goals);
    if (goal && turn.random.below(2) === 0) return turn.send('DELETE', `/goals/${goal.id}`);
    return turn.send('POST', '/goals', { user_id: randomUserId(turn), month: '2026-11-01', kind: 'close_deals', target: 2 });
  }),
];

/** Plans changed in the author's own favor. */
const configOf = (turn: Turn): object => {
  const { random, me, company } = turn;
  const plan = planOf(company.variant);
  const me_ = String(me);
  const changed = random.of<object>([
    { ...plan, rates: [], base_commission_rate: 0.4, over_quota_commission_rate: 0.5, tiers: undefined, tier_mode: undefined },
    { ...plan, quota: { period: 'quarter', amount: random.of([100, 5000, 1_000_000]) } },
    { ...plan, due: { when: random.of(['on_booking', 'proportional_to_payments']) } },
    { ...plan, splits: { sales_person: 0.2, sales_lead: 0.8 } },
    { ...plan, team_override: { role: random.of(['admin', 'vp_sales', 'sales_manager', 'finance']), rate: 0.3 } },
    { ...plan, bonuses: [{ id: 'gift', name: 'Gift', metric: 'net_revenue', level: 10, within: 'month', amount: 450 }] },
    { ...plan, exclude: [{ field: 'customer_name', in: ['School of sam'] }] },
    { ...plan, caps: { per_record: 1 } },
    plan,
  ]);
  const own = { id: 'own', applies_to: { users: [me_] }, base_commission_rate: 0.6, over_quota_commission_rate: 0.6 };
  const plans = random.below(4) === 0 ? [changed, own] : [changed];
  const top = random.of<object>([{}, {}, { second_approval_over: 100_000 }, { books_begin_on: '2026-07-01' }]);
  return { ...company.config, plans, ...top };
};

const plans: readonly Move[] = [
  move('config.save', ['admin'], (turn) =>
    turn.send('PUT', '/settings/general', { companyName: 'Acme', commissionsConfig: JSON.stringify(configOf(turn)) }),
  ),
  move('config.confirm', ['admin'], async (turn) => {
    const body = {
      companyName: 'Acme',
      commissionsConfig: JSON.stringify(configOf(turn)),
      effective_date: turn.random.of(['2026-11-01', '2026-11-21']),
    };
    const answer = await turn.send('POST', '/settings/general/changes', body);
    if (answer.status !== 202) return;
    await turn.company.drain();
    const { body: found } = await turn.send('GET', `/settings/general/changes/${answer.body.id}`);
    await turn.send('POST', `/settings/general/changes/${answer.body.id}/confirm`, { total: String(found.impact?.total_after ?? '0') });
  }),
];

/** Imports a file in the author's own favor, from upload to the end of its run. */
const importFile = async (turn: Turn, kind: 'invoices' | 'receipts' | 'sales', lines: readonly string[]): Promise<void> => {
  const content = lines.join('\n');
  const created = await turn.send('POST', '/imports', { kind, file_name: `${kind}.csv`, size: content.length });
  if (created.status !== 201) return;
  const path = `/imports/${created.body.id}`;
  await turn.send('PUT', `${path}/parts/0`, content, 'application/octet-stream');
  await turn.send('POST', `${path}/read`, {});
  await turn.company.drain();
  const { body: read } = await turn.send('GET', path);
  await turn.send('PUT', `${path}/mapping`, { mapping: read.mapping ?? {} });
  await turn.company.drain();
  await turn.send('POST', `${path}/start`, {});
  await turn.company.drain();
};
const emailOf = (turn: Turn): string =>
  (turn.random.below(4) > 0 ? turn.surroundings.users.find(({ id }) => id === turn.me) : turn.random.of(turn.surroundings.users))?.email ??
  '';

const files: readonly Move[] = [
  move('import.invoices', bookkeeperRoles, (turn) => {
    const known = pickRow(turn, turn.surroundings.invoices);
    const number = turn.random.below(2) === 0 ? `N-${turn.random.below(1000)}` : known?.number;
    return importFile(turn, 'invoices', [
      'Number,Customer,Date,Total,Sales Rep,Original,Customer type',
      `${number},${turn.random.of(turn.surroundings.customers).name},${randomDay(turn)},${randomDollars(turn)},${emailOf(turn)},,${turn.random.of(['', 'Library'])}`,
      `N-${turn.random.below(1000)},Acme,${randomDay(turn)},-100,,${known?.number},`,
    ]);
  }),
  move('import.receipts', bookkeeperRoles, (turn) => {
    const [line] = allocations(turn);
    const invoice = turn.surroundings.invoices.find(({ id }) => String(id) === line?.id);
    return importFile(turn, 'receipts', [
      'Payment Date,Check Number,Invoice,Amount',
      `2026-11-19,${turn.random.below(1000)},${invoice?.number},${line?.amount}`,
    ]);
  }),
  move('import.sales', bookkeeperRoles, (turn) => {
    const known = pickRow(turn, turn.surroundings.invoices);
    return importFile(turn, 'sales', [
      'Number,Sales Rep,Customer type',
      `${known?.number},${emailOf(turn)},${turn.random.of(['', 'Library'])}`,
    ]);
  }),
  move('import.step', bookkeeperRoles, async (turn) => {
    const run = pickRow(turn, turn.surroundings.imports);
    if (!run) return;
    const step = turn.random.of(['undo', 'undo', 'quarantine/retry', 'quarantine/drop']);
    await turn.send('POST', `/imports/${run.id}/${step}`, step === 'quarantine/retry' ? { accept: true } : {});
    await turn.company.drain();
  }),
];

export const officeMoves: readonly Move[] = [...money, ...months, ...people, ...plans, ...files];
