import type { Generated } from 'kysely';
import type { BankState, BankStatus, BankWait } from '../../../contract/entities/bank.ts';
import type { Candidate } from '../../../contract/rules/bank/propose.ts';
import type { Day, Instant, Maybe, MaybeJson, WithDefault } from './columns.ts';

export interface BankTransactionsTable {
  id: Generated<number>;
  connection_id: number;
  external_id: string;
  payload_hash: string;
  account_name: string;
  account_last4: string;
  /** Positive: money came in. */
  amount_cents: number;
  booked_on: Day;
  occurred_at: Instant;
  kind: string;
  internal: WithDefault<boolean>;
  counterparty: string;
  counterparty_key: string;
  description: Maybe<string>;
  memo: Maybe<string>;
  note: Maybe<string>;
  dashboard_link: Maybe<string>;
  bank_status: BankStatus;
  failure: Maybe<string>;
  state: WithDefault<BankState>;
  wait: Maybe<BankWait>;
  equal_count: WithDefault<number>;
  score: Maybe<number>;
  proposal: MaybeJson<Candidate>;
  ignored_reason: Maybe<string>;
  decided_by: Maybe<number>;
  decided_at: Maybe<Instant>;
  version: WithDefault<number>;
  created_at: WithDefault<Instant>;
  updated_at: WithDefault<Instant>;
}

/** The receipt or payout that a transaction matches; undone matches stay. */
export interface BankMatchesTable {
  id: Generated<number>;
  transaction_id: number;
  receipt_id: Maybe<number>;
  payout_id: Maybe<number>;
  amount_cents: number;
  wrote: 'recorded' | 'approved' | 'completed' | 'linked';
  created_by: number;
  created_at: WithDefault<Instant>;
  undone_by: Maybe<number>;
  undone_at: Maybe<Instant>;
}

/** A remembered rule about a counterparty: who it is, or why to ignore it. */
export interface BankRulesTable {
  id: Generated<number>;
  direction: 'in' | 'out';
  counterparty: string;
  counterparty_key: string;
  customer_id: Maybe<number>;
  user_id: Maybe<number>;
  reason: Maybe<string>;
  created_by: number;
  created_at: WithDefault<Instant>;
}

export interface BankTables {
  bank_transactions: BankTransactionsTable;
  bank_matches: BankMatchesTable;
  bank_rules: BankRulesTable;
}
