import { addDays } from '../../contract/rules/time/period.ts';
import { TOKEN } from '../../tests/stand-ins/mercury/mercury.ts';
import { type Move, some, type Turn } from './turn.ts';
import { ACCOUNT, REALM, WEBHOOK_TOKEN } from './vendors.ts';
import { emailOf } from './world.ts';

/** The connection's id; undefined before it is connected. */
const connectionOf = async (turn: Turn, kind: 'mercury' | 'quickbooks'): Promise<string | undefined> =>
  (await turn.send('GET', `/integrations/${kind}`)).body.data?.[0]?.id;

const newId = ({ random }: Turn): string => `00000000-0000-4000-8000-${String(random.int(1, 999_999_999)).padStart(12, '0')}`;
/** News at the bank: a deposit that names an invoice, one that clears, fails or is reversed, and one that disappears. */
const changeBank = (turn: Turn): void => {
  const { random, look } = turn;
  const { bank } = turn.world.vendors;
  for (let count = random.int(1, 3); count > 0; count -= 1) {
    const invoice = some(turn, look.invoices);
    const amount = random.chance(0.7) && invoice && invoice.open > 0 ? invoice.open / 100 : random.int(50, 9000);
    const deposit = { id: newId(turn), accountId: ACCOUNT, amount, counterpartyName: invoice?.customer ?? 'Somebody Else' };
    bank.add({ ...deposit, externalMemo: `Invoice ${invoice?.number}`, status: random.chance(0.7) ? 'sent' : 'pending' });
  }
  const earlier = some(turn, bank.transactions.slice(-12));
  if (earlier && random.chance(0.5)) bank.change(earlier.id, { status: random.pick(['sent', 'failed', 'reversed']) });
  const pending = bank.transactions.find(({ status }) => status === 'pending');
  if (pending && random.chance(0.2)) bank.remove(pending.id);
};

/** News in QuickBooks: an invoice, mostly with its payment, a changed one, and a deleted payment. @returns the changed invoices */
const changeBooks = (turn: Turn): string[] => {
  const { random, today, look } = turn;
  const { books } = turn.world.vendors;
  const TxnDate = addDays(today, -random.int(0, 9));
  const customer = { CustomerRef: { value: '1', name: 'Books School' }, CurrencyRef: { value: 'USD' } };
  const put = (id: string, TotalAmt: number): void => {
    const item = { DetailType: 'SalesItemLineDetail', SalesItemLineDetail: { ItemRef: { value: '1', name: 'Program' } } };
    const seller = some(turn, look.users)?.email ?? emailOf('sam');
    const CustomField = [{ Name: 'Sales Rep', StringValue: seller }];
    books.put('Invoice', {
      Id: id,
      DocNumber: `Q${id}`,
      TotalAmt,
      Line: [{ Amount: TotalAmt, ...item }],
      CustomField,
      TxnDate,
      ...customer,
    });
  };
  const id = String(1000 + books.of('Invoice').size);
  const amount = random.pick([240, 999.99, 5000]);
  put(id, amount);
  if (random.chance(0.7)) {
    const Line = [{ Amount: amount, LinkedTxn: [{ TxnId: id, TxnType: 'Invoice' }] }];
    books.put('Payment', { Id: `9${id}`, TotalAmt: amount, Line, TxnDate, ...customer });
  }
  const payment = some(turn, [...books.of('Payment').keys()]);
  if (payment && random.chance(0.15)) books.remove('Payment', payment);
  const earlier = some(turn, [...books.of('Invoice').keys()]) ?? id;
  if (random.chance(0.3)) books.put('Invoice', { Id: earlier, PrivateNote: `Looked at on ${today}` });
  return [id, earlier];
};

const connectBooks = async (turn: Turn): Promise<void> => {
  const { body } = await turn.send('POST', '/integrations/quickbooks', { invoice_suffix: 'ABC' });
  const state = new URL(body.auth_url ?? 'http://127.0.0.1').searchParams.get('state') ?? '';
  const back = new URLSearchParams({ state, code: turn.world.vendors.quickbooks.codeFor(REALM), realmId: REALM });
  await turn.send('GET', `/integrations/quickbooks/callback?${back}`);
};

/** Acts whose news comes from outside: webhooks repeated and in the wrong order, then a sync. */
export const vendorActs: Readonly<Record<string, Move>> = {
  'bank.deliver': async (turn) => {
    const id = await connectionOf(turn, 'mercury');
    const form = { name: 'Bank', token_string: TOKEN, webhook_secret: WEBHOOK_TOKEN, frequency: 'manual' };
    if (id === undefined) return turn.send('POST', '/integrations/mercury', form);
    changeBank(turn);
    await turn.world.deliver(id, turn.world.vendors.bankDeliveries());
    await turn.settle();
    return turn.send('POST', `/integrations/mercury/${id}/sync`);
  },
  'bank.decide': async (turn) => {
    const { body } = await turn.send('GET', '/bank/transactions?limit=20');
    const row = some<{ id: string; version: number }>(turn, body.data ?? []);
    const customer_id = String(some(turn, turn.look.invoices)?.customer_id ?? '1');
    const [step, more] = turn.random.pick<readonly [string, object]>([
      ['receipt', { customer_id }],
      ['receipt', { customer_id }],
      ['ignore', { reason: 'Not a sale' }],
      ['undo', {}],
    ]);
    return row && turn.send('POST', `/bank/transactions/${row.id}/${step}`, { version: row.version, ...more });
  },
  'books.deliver': async (turn) => {
    const id = await connectionOf(turn, 'quickbooks');
    if (id === undefined) return connectBooks(turn);
    const changed = changeBooks(turn);
    await turn.world.deliver(id, turn.world.vendors.bookDeliveries(changed.toReversed()));
    await turn.settle();
    return turn.send('POST', `/integrations/quickbooks/${id}/sync`);
  },
};
