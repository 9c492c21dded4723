import { checklistItems } from '../../contract/entities/periodReview.ts';
import { addDays, type Day } from '../../contract/rules/time/period.ts';
import { dollars, type Move, some, type Turn } from './turn.ts';

const reason = 'Corrected';
const open = ({ look }: Turn) =>
  look.invoices.filter(({ state, open: left, customer_id }) => state === 'sent' && left > 0 && customer_id !== null);
const receiptForm = (turn: Turn) => ({
  type: 'customer_payment',
  // Now and then a payment is recorded late, when its month may be closed.
  payment_date: addDays(turn.today, -(turn.random.chance(0.1) ? turn.random.int(5, 20) : turn.random.int(0, 4))),
  payment_method: turn.random.pick(['ACH', 'check']),
  confirmed: true,
  cleared: turn.random.chance(0.85),
});
/** YYYY-MM of the month before a day's month. */
export const lastMonth = (today: Day): string => addDays(`${today.slice(0, 7)}-01`, -1).slice(0, 7);
const newestRun = ({ look }: Turn, state: string) => look.runs.find((run) => run.state === state);

/** Imports a file from upload to the end of its run. */
const importFile = async (turn: Turn, kind: 'invoices' | 'receipts', lines: readonly string[]): Promise<void> => {
  const content = lines.join('\n');
  const created = await turn.send('POST', '/imports', { kind, file_name: `${kind}.csv`, size: content.length });
  if (created.status !== 201) return;
  const path = `/imports/${created.body.id}`;
  await turn.send('PUT', `${path}/parts/0`, content);
  await turn.send('POST', `${path}/read`, {});
  await turn.settle();
  const { body } = await turn.send('GET', path);
  await turn.send('PUT', `${path}/mapping`, { mapping: body.mapping ?? {} });
  await turn.settle();
  await turn.send('POST', `${path}/start`, {});
};

type Money = Readonly<{ id: number; version: number; state: string }>;
type Step = 'approve' | 'complete' | 'fail' | 'retry' | 'reverse';
const NEWEST = 20;
const anyStep: readonly Step[] = ['approve', 'complete', 'fail', 'retry', 'reverse'];
/** The steps that a state allows. */
const steps: Readonly<Record<'receipt' | 'payout', Readonly<Record<string, readonly Step[]>>>> = {
  receipt: { pending: ['approve', 'approve', 'fail'], completed: ['fail', 'reverse'], failed: ['retry'] },
  payout: {
    pending: ['approve', 'approve', 'fail'],
    processing: ['complete', 'complete', 'fail'],
    completed: ['reverse'],
    failed: ['retry'],
  },
};
const stepPayment = (turn: Turn, kind: 'receipt' | 'payout', { id, version }: Money, step: Step) =>
  turn.send('POST', `/payments/${kind === 'receipt' ? 'cp' : 'po'}-${id}/${step}`, {
    version,
    ...(step === 'fail' || step === 'reverse' ? { reason } : {}),
  });
/** Takes a step with one of the newest payments in a state. */
const stepSome = (turn: Turn, kind: 'receipt' | 'payout', state: string, step: Step) => {
  const rows: readonly Money[] = kind === 'receipt' ? turn.look.receipts : turn.look.payouts;
  const row = some(turn, rows.filter((one) => one.state === state).slice(0, NEWEST));
  return row && stepPayment(turn, kind, row, step);
};

const payments: Readonly<Record<string, Move>> = {
  'payment.receive': (turn) => {
    const invoice = some(turn, open(turn));
    if (!invoice) return undefined;
    const part = turn.random.chance(0.7) ? invoice.open : Math.ceil(invoice.open / 2);
    // Now and then more is allocated than is open or was received, or nothing yet.
    const over = turn.random.chance(0.15) ? 100 : 0;
    const extra = turn.random.chance(over > 0 ? 0.6 : 0.15) ? 5000 : 0;
    const allocations = turn.random.chance(0.2) ? [] : [{ kind: 'invoice', id: String(invoice.id), amount: dollars(part + over) }];
    const form = { ...receiptForm(turn), customer_id: String(invoice.customer_id), amount: dollars(part + extra), allocations };
    return turn.send('POST', '/payments', form);
  },
  // Now and then a step that the state does not allow.
  'payment.step': (turn) => {
    const kind = turn.random.chance(0.6) ? 'receipt' : 'payout';
    const row = some<Money>(turn, (kind === 'receipt' ? turn.look.receipts : turn.look.payouts).slice(0, NEWEST));
    if (!row) return undefined;
    return stepPayment(turn, kind, row, turn.random.pick(turn.random.chance(0.9) ? (steps[kind][row.state] ?? anyStep) : anyStep));
  },
  'receipt.fail': (turn) => stepSome(turn, 'receipt', 'completed', 'fail'),
  'receipt.reverse': (turn) => stepSome(turn, 'receipt', 'completed', 'reverse'),
  'payout.approve': (turn) => stepSome(turn, 'payout', 'pending', 'approve'),
  'payout.complete': (turn) => stepSome(turn, 'payout', 'processing', 'complete'),
  'payout.reverse': (turn) => stepSome(turn, 'payout', 'completed', 'reverse'),
  'payment.allocate': (turn) => {
    const completed = turn.look.receipts.filter(({ state }) => state === 'completed');
    const allocated = completed.filter(({ left }) => left === 0);
    const mistaken = turn.random.chance(0.3) ? some(turn, allocated.slice(0, NEWEST)) : undefined;
    if (mistaken) return turn.send('PUT', `/payments/cp-${mistaken.id}/allocations`, { version: mistaken.version, allocations: [] });
    const unallocated = completed.filter(({ left }) => left > 0);
    const receipt = some(turn, turn.random.chance(0.8) && unallocated.length > 0 ? unallocated : turn.look.receipts);
    if (!receipt) return undefined;
    const payable = open(turn).filter(({ customer_id }) => customer_id === receipt.customer_id);
    const covered = payable.filter((invoice) => invoice.open <= receipt.left);
    const invoice = some(turn, covered.length > 0 ? covered : payable);
    // Now and then more than is open.
    const most = invoice && invoice.open + (turn.random.chance(0.1) ? 100 : 0);
    const amount = most && dollars(Math.min(most, Math.max(receipt.left, 100)));
    const allocations = invoice ? [{ kind: 'invoice', id: String(invoice.id), amount }] : [];
    return turn.send('PUT', `/payments/cp-${receipt.id}/allocations`, { version: receipt.version, allocations });
  },
  'payout.pay': async (turn) => {
    const owed = turn.look.records.filter(({ due }) => due > 0).map(({ owner }) => owner);
    const person = turn.random.chance(0.8) ? some(turn, owed) : some(turn, turn.look.users)?.id;
    if (person === undefined) return;
    const { body } = await turn.send('GET', `/payments/open/people/${person}`);
    const due = (body.data ?? []).reduce((sum: number, item: { open: number }) => sum + Math.max(0, item.open), 0);
    if (!(due > 0)) return;
    const form = { type: 'commission_payment', payment_date: turn.today, payment_method: 'direct deposit', confirmed: true };
    await turn.send('POST', '/payments', {
      ...form,
      user_id: String(person),
      amount: (turn.random.chance(0.5) ? due : due / 2).toFixed(2),
    });
  },
  'run.propose': (turn) => turn.send('POST', '/payout-runs', { month: lastMonth(turn.today), pay_on: addDays(turn.today, 3) }),
  'run.approve': (turn) => {
    const run = newestRun(turn, 'proposed');
    return run && turn.send('POST', `/payout-runs/${run.id}/approve`, { version: run.version });
  },
  'run.complete': (turn) => {
    const run = newestRun(turn, 'approved');
    return run && turn.send('POST', `/payout-runs/${run.id}/complete`);
  },
};

const months: Readonly<Record<string, Move>> = {
  // The steps one by one, as on the month's own page.
  'month.step': async (turn) => {
    const path = `/periods/${lastMonth(turn.today)}`;
    await turn.send('POST', `${path}/review`, {});
    await turn.send('POST', `${path}/sign`, { items: checklistItems });
    await turn.send('POST', `${path}/close`, {});
  },
  'month.close': (turn) => turn.send('POST', '/period-closings', { until: lastMonth(turn.today) }),
  'month.reopen': (turn) => turn.send('POST', `/periods/${lastMonth(turn.today)}/reopen`, { reason: 'A late invoice' }),
};

const files: Readonly<Record<string, Move>> = {
  'import.invoices': (turn) => {
    const { random, look } = turn;
    const rows = Array.from({ length: random.int(1, 4) }, () => {
      const person = random.pick(look.users);
      return `N-${random.int(1, 5000)},File School,${addDays(turn.today, -random.int(0, 40))},${random.pick(['300', '4100', '950.25'])},${person.email}`;
    });
    return importFile(turn, 'invoices', ['Number,Customer,Date,Total,Sales Rep', ...rows]);
  },
  'import.receipts': async (turn) => {
    const invoice = some(turn, open(turn));
    const row = `${turn.today},${turn.random.int(1, 9999)},${invoice?.number},${dollars(invoice?.open ?? 0)}`;
    if (invoice) await importFile(turn, 'receipts', ['Payment Date,Check Number,Invoice,Amount', row]);
  },
  'import.undo': (turn) => {
    const run = turn.look.imports[0];
    return run && turn.send('POST', `/imports/${run.id}/undo`, {});
  },
};

export const moneyActs: Readonly<Record<string, Move>> = { ...payments, ...months, ...files };
