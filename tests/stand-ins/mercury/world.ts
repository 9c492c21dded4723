import { randomUUID } from 'node:crypto';

export type Account = Readonly<{
  id: string;
  name: string;
  nickname: string | null;
  accountNumber: string;
  status: string;
  createdAt: string;
}>;
export type Transaction = Readonly<{
  id: string;
  accountId: string;
  amount: number;
  status: string;
  kind: string;
  counterpartyName: string;
  externalMemo: string | null;
  bankDescription: string | null;
  createdAt: string;
  postedAt: string | null;
}> &
  Readonly<Record<string, unknown>>;
export type Change = Readonly<{
  id: string;
  resourceType: 'transaction';
  resourceId: string;
  operationType: 'create' | 'update' | 'delete';
  resourceVersion: number;
  occurredAt: string;
  changedPaths: readonly string[];
  mergePatch: object;
  previousValues: object;
}>;

/** A credit card, which Mercury lists separately and without a name. */
export type Card = Readonly<{ id: string; status: string; availableBalance: number; currentBalance: number; createdAt: string }>;

const COUNTERPARTY = '5f0c9a52-0d3c-4d5e-9a57-2f6a3f1f0b11';

/** The bank's data: accounts, transactions in order of creation, and every change to them. */
export const createWorld = (now: () => Date) => {
  const accounts: Account[] = [];
  const cards: Card[] = [];
  const transactions: Transaction[] = [];
  const events: Change[] = [];
  let counter = 0;

  const tell = (transaction: Transaction, operationType: Change['operationType'], mergePatch: object, previousValues: object): void => {
    counter += 1;
    events.push({
      id: `00000000-0000-4000-8000-${String(counter).padStart(12, '0')}`,
      resourceType: 'transaction',
      resourceId: transaction.id,
      operationType,
      resourceVersion: counter,
      occurredAt: now().toISOString(),
      changedPaths: Object.keys(mergePatch),
      mergePatch,
      previousValues,
    });
  };
  return {
    accounts,
    cards,
    transactions,
    events,
    addAccount: (overrides: Partial<Account> = {}): Account => {
      const account = {
        id: randomUUID(),
        name: 'Mercury Checking',
        nickname: 'Operating',
        accountNumber: '202298124417',
        routingNumber: '091311229',
        legalBusinessName: 'Acme Robotics, Inc.',
        kind: 'checking',
        type: 'mercury',
        availableBalance: 0,
        currentBalance: 0,
        dashboardLink: 'https://app.mercury.com/accounts/x',
        status: 'active',
        createdAt: '2024-01-02T00:00:00Z',
        ...overrides,
      };
      accounts.push(account);
      return account;
    },
    addCard: (): Card => {
      const card = { id: randomUUID(), status: 'active', availableBalance: 0, currentBalance: 0, createdAt: '2024-01-02T00:00:00Z' };
      cards.push(card);
      return card;
    },
    add: (overrides: Partial<Transaction> = {}): Transaction => {
      const createdAt = overrides.createdAt ?? now().toISOString();
      const transaction: Transaction = {
        id: randomUUID(),
        accountId: accounts[0]?.id ?? '',
        amount: 1000,
        status: 'sent',
        kind: 'externalTransfer',
        counterpartyId: COUNTERPARTY,
        counterpartyName: 'Somebody Else',
        estimatedDeliveryDate: createdAt,
        compliantWithReceiptPolicy: true,
        hasGeneratedReceipt: false,
        glAllocations: [],
        externalMemo: null,
        bankDescription: null,
        note: null,
        reasonForFailure: null,
        attachments: [],
        relatedTransactions: [],
        details: {
          electronicRoutingInfo: { accountNumber: '998877665544', routingNumber: '021000021', electronicAccountType: 'businessChecking' },
        },
        dashboardLink: 'https://app.mercury.com/transactions/x',
        ...overrides,
        createdAt,
        postedAt: overrides.status === 'pending' ? null : (overrides.postedAt ?? createdAt),
      };
      transactions.push(transaction);
      tell(transaction, 'create', transaction, {});
      return transaction;
    },
    /** pending → sent, sent → reversed, or any later change by the bank. */
    change: (id: string, patch: Partial<Transaction>): void => {
      const index = transactions.findIndex((transaction) => transaction.id === id);
      const before = transactions[index] as Transaction;
      transactions[index] = { ...before, ...patch } as Transaction;
      const previous = Object.fromEntries(Object.keys(patch).map((key) => [key, before[key]]));
      tell(before, 'update', patch, previous);
    },
    remove: (id: string): void => {
      const index = transactions.findIndex((transaction) => transaction.id === id);
      const [gone] = transactions.splice(index, 1);
      if (gone) tell(gone, 'delete', {}, gone);
    },
  };
};
export type World = ReturnType<typeof createWorld>;
