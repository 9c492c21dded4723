import type { BankDetail, BankPage } from '../../../../contract/entities/bank.ts';
import { type BankFact, importTransactions } from '../../../../server/domain/bank/importTransactions.ts';
import type { Answer } from '../testApp.ts';
import { createPayoutWorld, type PayoutWorld } from './payouts.ts';

export const bankFact = (overrides: Partial<BankFact> = {}): BankFact => ({
  external_id: `t-${Math.random().toString(36).slice(2)}`,
  account_name: 'Operating',
  account_last4: '4417',
  amount_cents: 1000_00,
  occurred_at: '2026-11-10T18:00:00Z',
  kind: 'externalTransfer',
  internal: false,
  counterparty: 'Somebody Else',
  description: null,
  memo: null,
  note: null,
  dashboard_link: null,
  bank_status: 'settled',
  failure: null,
  ...overrides,
});

/** The company of `paying` with a bank account: facts arrive as from a sync, finance decides. */
export const createBankWorld = async () => {
  const world: PayoutWorld = await createPayoutWorld();
  const newConnection = { kind: 'mercury', name: 'Acme Bank', external_account: 'b-1' } as const;
  const { id: connection } = await world.query.insertInto('connections').values(newConnection).returning('id').executeTakeFirstOrThrow();
  const { store } = world.facts;
  const take = (...facts: readonly BankFact[]) =>
    store.transaction((tx) => importTransactions(tx, connection, facts, world.server.clock()));
  const detail = (id: string, name = 'fay'): Promise<BankDetail> =>
    world.ok<BankDetail>(world.call(name, 'GET', `bank/transactions/${id}`));
  const arrive = async (overrides: Partial<BankFact> = {}): Promise<BankDetail> => {
    const one = bankFact(overrides);
    await take(one);
    const result = world.query.selectFrom('bank_transactions').select('id').where('external_id', '=', one.external_id);
    return detail(String((await result.executeTakeFirstOrThrow()).id));
  };
  const decide = (
    name: string,
    { id, version }: Pick<BankDetail, 'id' | 'version'>,
    kind: string,
    overrides: object = {},
  ): Promise<Answer> => world.call(name, 'POST', `bank/transactions/${id}/${kind}`, { version, ...overrides });
  const done = (item: BankDetail, kind: string, overrides: object = {}): Promise<BankDetail> =>
    world.ok<BankDetail>(decide('fay', item, kind, overrides));
  const page = (query = ''): Promise<BankPage> => world.ok<BankPage>(world.call('fay', 'GET', `bank/transactions?${query}`));
  const named = async (name: string): Promise<number> =>
    (await world.query.insertInto('customers').values({ name }).returning('id').executeTakeFirstOrThrow()).id;
  const owed = async (
    name: string,
    customer_id: number,
    cents: number,
    overrides: object = {},
  ): Promise<{ id: number; number: string }> => {
    const id = await world.facts.addInvoice({
      customer_id,
      customer_name: name,
      salesperson_id: world.ids.sam as number,
      booking_date: '2026-11-02',
      net_cents: cents,
      ...overrides,
    });
    const row = await world.query.selectFrom('invoices').select('invoice_number').where('id', '=', id).executeTakeFirstOrThrow();
    return { id, number: row.invoice_number };
  };
  return { ...world, payment: world.detail, connection, store, take, arrive, detail, decide, done, page, named, owed };
};
export type BankWorld = Awaited<ReturnType<typeof createBankWorld>>;
export const linesOf = (item: BankDetail) => item.proposal?.lines.map(({ kind, id, amount }) => ({ kind, id, amount })) ?? [];
