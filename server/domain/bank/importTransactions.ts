import { createHash } from 'node:crypto';
import type { BankStatus } from '../../../contract/entities/bank.ts';
import { can } from '../../../contract/permissions.ts';
import { payerNameKey } from '../../../contract/rules/bank/names.ts';
import { canonicalJson } from '../../db/repositories/audit/auditChain.ts';
import type { BankRow, ChangedTransaction, NewBankTransaction } from '../../db/repositories/bank/transactions.ts';
import type { Repositories, Store } from '../../db/repositories/store.ts';
import { notify } from '../notifications/notify.ts';
import { currentConfig } from '../plans/config.ts';
import { todayIn } from '../shared/clock.ts';
import { dollars } from '../shared/moneyText.ts';
import { bankFacts, judgeTransactions } from './judgeTransactions.ts';

/** A transaction as parsed by a bank connector: signed cents, and at most the last four digits of an account. */
export type BankFact = Readonly<{
  external_id: string;
  account_name: string;
  account_last4: string;
  amount_cents: number;
  occurred_at: string;
  kind: string;
  internal: boolean;
  counterparty: string;
  description: string | null;
  memo: string | null;
  note: string | null;
  dashboard_link: string | null;
  bank_status: BankStatus;
  failure: string | null;
}>;
export type ImportCounts = Readonly<{ added: number; updated: number; unchanged: number }>;

const rowOf = (connectionId: number, fact: BankFact, timezone: string): NewBankTransaction => ({
  ...fact,
  connection_id: connectionId,
  payload_hash: createHash('sha256').update(canonicalJson(fact)).digest('hex'),
  booked_on: todayIn(timezone, new Date(fact.occurred_at)),
  counterparty_key: payerNameKey(fact.counterparty),
});

/** Notifies finance once about matched transactions that the bank canceled; a person must decide. */
const notifyReturned = async (tx: Repositories, rows: readonly BankRow[], at: Date): Promise<void> => {
  const returned = rows.filter((row) => row.state === 'matched' && bankFacts(row).gone);
  if (returned.length === 0) return;
  const to = await tx.payouts.approvers((['finance', 'admin'] as const).filter((role) => can({ id: '', role }, 'bank:reconcile')));
  for (const { id, counterparty: name, amount_cents, bank_status } of returned)
    await notify(
      tx,
      'bankReturned',
      { subject: { kind: 'bankTransaction', id }, occurrence: bank_status, words: { name, amount: dollars(Math.abs(amount_cents)) } },
      { to, at },
    );
};

/** Imports a batch inside a transaction that may also save a checkpoint. Repeating a batch changes nothing. */
export const importTransactions = async (
  tx: Repositories,
  connectionId: number,
  facts: readonly BankFact[],
  at: Date,
): Promise<ImportCounts> => {
  const { config } = await currentConfig(tx);
  const last = new Map(facts.map((fact) => [fact.external_id, fact]));
  const outcomes = await tx.bankTransactions.upsert(
    [...last.values()].map((fact) => rowOf(connectionId, fact, config.timezone)),
    at,
  );
  const rows = await tx.bankTransactions.byIds(outcomes.map(({ id }) => id));
  const isNew = new Set(outcomes.filter(({ from }: ChangedTransaction) => from === null).map(({ id }) => id));
  await judgeTransactions(
    tx,
    rows.filter(({ id }) => isNew.has(id)),
    true,
  );
  await judgeTransactions(
    tx,
    rows.filter(({ id }) => !isNew.has(id)),
    false,
  );
  await notifyReturned(
    tx,
    rows.filter(({ id }) => !isNew.has(id)),
    at,
  );
  return { added: isNew.size, updated: outcomes.length - isNew.size, unchanged: last.size - outcomes.length };
};

/** Marks transactions the bank no longer reports as canceled. @returns how many were found here */
export const cancelTransactions = async (
  tx: Repositories,
  connectionId: number,
  externalIds: readonly string[],
  at: Date,
): Promise<number> => {
  const rows = await tx.bankTransactions.cancel(connectionId, externalIds, at);
  await judgeTransactions(tx, rows, false);
  await notifyReturned(tx, rows, at);
  return rows.length;
};

export const BANK_REVIEW_JOB = 'review_bank';
const BATCH_ROWS = 50;
/** Judges every undecided transaction again because open items change; one short transaction per batch (decisions 7.08). */
export const reviewUndecided = async (store: Store, signal?: AbortSignal): Promise<void> => {
  for (let after = 0; ; ) {
    signal?.throwIfAborted();
    const last = await store.transaction(async (tx) => {
      const rows = await tx.bankTransactions.undecided(after, BATCH_ROWS);
      await judgeTransactions(tx, rows, false);
      return rows.at(-1)?.id ?? null;
    });
    if (last === null) return;
    after = last;
  }
};
