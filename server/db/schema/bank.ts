import type { Generated } from 'kysely';
import type { BankState, BankStatus, NoMatchReason } from '../../../contract/entities/bank.ts';
import type { BankCandidateMatch } from '../../../contract/rules/bank/propose.ts';
import type { DayColumn, InstantColumn, Maybe, MaybeJson, WithDefault } from './columns.ts';

export interface BankTransactionsTable {
  id: Generated<number>;
  connection_id: number;
  external_id: string;
  payload_hash: string;
  account_name: string;
  account_last4: string;
  /** Positive: money came in. */
  amount_cents: number;
  booked_on: DayColumn;
  occurred_at: InstantColumn;
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
  wait: Maybe<NoMatchReason>;
  equal_count: WithDefault<number>;
  score: Maybe<number>;
  proposal: MaybeJson<BankCandidateMatch>;
  ignored_reason: Maybe<string>;
  decided_by: Maybe<number>;
  decided_at: Maybe<InstantColumn>;
  version: WithDefault<number>;
  created_at: WithDefault<InstantColumn>;
  updated_at: WithDefault<InstantColumn>;
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
  created_at: WithDefault<InstantColumn>;
  undone_by: Maybe<number>;
  undone_at: Maybe<InstantColumn>;
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
  created_at: WithDefault<InstantColumn>;
}

export interface BankTables {
  bank_transactions: BankTransactionsTable;
  bank_matches: BankMatchesTable;
  bank_rules: BankRulesTable;
}
