import type { Generated } from 'kysely';
import type { InstantColumn, Maybe, WithDefault } from './columns.ts';

export type MailText = Readonly<{ subject: string; body: string; link: string | null }>;

export interface MailOutboxTable {
  id: Generated<number>;
  user_id: Maybe<number>;
  notification_id: Maybe<number>;
  /** The invoice of an email to a customer. */
  invoice_id: Maybe<number>;
  /** The incoming webhook of this message, which then has no recipient. */
  channel_id: Maybe<number>;
  digest: Maybe<string>;
  /** For notices: the transaction that wrote them. */
  cause: Maybe<string>;
  /** Further notices to the person from the same transaction. */
  more: WithDefault<MailText[]>;
  recipient: string;
  recipient_name: string;
  subject: string;
  body: string;
  link: Maybe<string>;
  state: WithDefault<'queued' | 'sending' | 'sent' | 'failed'>;
  attempts: WithDefault<number>;
  send_at: InstantColumn;
  lease_until: Maybe<InstantColumn>;
  error: Maybe<string>;
  created_at: WithDefault<InstantColumn>;
  ended_at: Maybe<InstantColumn>;
}

/** `until_id`: the newest notification covered by a digest, or present when the person chose digests. */
export interface MailDigestsTable {
  user_id: number;
  slot: string;
  until_id: number;
}

export interface MailTables {
  mail_outbox: MailOutboxTable;
  mail_digests: MailDigestsTable;
}
