import type { ConnectionKind, Integration, IntegrationSetup } from '../../contract/entities/connection.ts';
import type { CallRule } from '../db/repositories/connections/calls.ts';
import type { ConnectionRow } from '../db/repositories/connections/connections.ts';
import type { Fact } from '../domain/connections/facts.ts';
import type { Clock } from '../domain/shared/clock.ts';
import { Problem } from '../domain/shared/problem.ts';
import type { Opened } from '../domain/shared/vault.ts';
import { ConnectionProblem, type ErrorKind, type Refusal } from './http/connectionProblem.ts';
import type { Outgoing, OutgoingOptions } from './http/outgoing.ts';
import type { SignatureCheck } from './signatures.ts';

export type { Call } from './http/outgoing.ts';
export { ConnectionProblem, type ErrorKind, type Refusal };

/** What an outside system's refusal means, where the error is one. */
export const refusalKind = (error: unknown): ErrorKind | null => (error instanceof ConnectionProblem ? error.kind : null);

/** What a connector is given: one connection, its sealed secrets, and the one way to call. */
export type Connected = Readonly<{
  connection: ConnectionRow;
  /** Calls to an address of the configuration, under the connection's limits, circuit and journal. */
  outgoing: (
    options: Pick<OutgoingOptions, 'baseUrl' | 'limits' | 'classify' | 'rateLimitedMs'> & { rules?: readonly CallRule[] },
  ) => Outgoing;
  /** The connection's sealed secret, opened, as `token`; null where it has none. */
  secret: (field: string) => Promise<Opened | null>;
  keepSecret: (field: string, text: string) => Promise<void>;
  /** @returns false where somebody else replaced it first */
  replaceSecret: (field: string, version: number, text: string) => Promise<boolean>;
  /** One of several may exchange the token at a time, for so long at most. @returns what ends it; null where it is another's */
  lease: (ms: number) => Promise<(() => Promise<void>) | null>;
  /** Ids there of what this connection brought and that still counts here. */
  known: (kind: 'invoice' | 'credit_memo' | 'payment') => Promise<readonly string[]>;
  clock: Clock;
  /** The company's. */
  zone: string;
  signal?: AbortSignal;
}>;

/**
 * What was read, in the order in which it is taken over, and where the next run goes on once it was: `checkpoint` is written in the
 * transaction of the page's last facts. Facts that come again change nothing, so a page may be read twice. `total` where it is known.
 */
export type SyncPage = Readonly<{ facts: readonly Fact[]; checkpoint: unknown; total?: number }>;

/** What a person typed, read: `secrets` are sealed under their names. @throws Problem 400 where it cannot be right */
export type Typed = Readonly<{
  name: string;
  /** What marks the invoice numbers of its company (decisions 7.02); one of all connections has it. */
  suffix?: string;
  account?: string;
  settings: object;
  secrets: Readonly<Record<string, string>>;
}>;
/** What the outside system says of itself. `account` is what makes it the same one when it is connected again (decisions 7.04). */
export type Info = Readonly<{ account?: string; name?: string; settings?: object }>;

/** The query that a vendor's page comes back with. */
export type CameBack = Readonly<{ state?: string; code?: string; realmId?: string; error?: string }>;
/** A sign-in on the vendor's own page (OAuth). */
export type VendorSignIn = Readonly<{
  authorizeUrl: (state: string) => string;
  /** The account, where the page names it before the exchange: undefined where it names none, null for what is no account. */
  accountIn?: (cameBack: CameBack) => string | null;
  /** Exchanges the code; secrets that it keeps are sealed once everything else succeeded. @returns an `account` */
  exchange: (connected: Connected, code: string, state: string) => Promise<Info>;
}>;

/** An outside system: it holds only what that system means. Every refusal is a ConnectionProblem. */
export type Connector = Readonly<{
  kind: ConnectionKind;
  /** Its main records: events are synced by their screen too (spec 7.28), and invoices count open balances (decisions 2.27). */
  brings: 'deals' | 'events' | 'invoices' | 'transactions';
  /** Whether this server can connect at all, and what the operator does where it can't. */
  setup: () => IntegrationSetup;
  /** The form of spec 7.33; with `signIn`, what is asked before the vendor's page opens. */
  read: (form: Readonly<Record<string, unknown>>) => Promise<Typed> | Typed;
  signIn?: VendorSignIn;
  /** A call that proves the sign-in and the rights, and says what the system says of itself. */
  test: (connected: Connected) => Promise<Info>;
  /** Reads on from a checkpoint: null at first, else what it gave with a page. It reads `connected.signal`. */
  sync: (connected: Connected, checkpoint: unknown) => AsyncGenerator<SyncPage>;
  /** Of a signed delivery, as text: is there something to read for this connection? @throws SyntaxError for what is no JSON */
  receive?: (connection: ConnectionRow, body: string) => boolean;
  /** What deliveries to all connections of the operator's app are signed with; null where each connection has a secret of its own. */
  webhookToken?: string | null;
  /** Whether a delivery is signed with the secret, as the vendor documents it; without it no delivery is taken. */
  isSigned?: SignatureCheck;
  /** One call that keeps the sign-in alive; it is made once a day, also on Manual. */
  keepAlive?: (connected: Connected) => Promise<void>;
  /** Before the secrets are forgotten; whatever it throws, the connection goes. */
  disconnect?: (connected: Connected) => Promise<void>;
  /** The fields of its kind in an answer (spec 3.15-3.18); never a secret. */
  view: (connection: ConnectionRow) => Partial<Integration>;
}>;
export type Connectors = Readonly<Partial<Record<ConnectionKind, Connector>>>;

/** @throws Problem 400 with the message, and each field's */
export const refuseTyped = (errors: Readonly<Record<string, string>>): never => {
  throw new Problem(400, 'form_refused', Object.values(errors)[0] ?? '', { errors });
};
