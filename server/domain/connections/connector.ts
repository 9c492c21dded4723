import type { ConnectionKind, Integration, IntegrationSetup } from '../../../contract/entities/connection.ts';
import type { CallRule } from '../../db/repositories/connections/calls.ts';
import type { ConnectionRow } from '../../db/repositories/connections/connections.ts';
import type { Clock } from '../shared/clock.ts';
import { Problem } from '../shared/problem.ts';
import type { OpenedSecret } from '../shared/vault.ts';
import { ConnectionProblem, type ErrorKind } from './connectionProblem.ts';
import type { Fact } from './facts.ts';
import type { Outgoing, OutgoingOptions } from './outgoing.ts';

/** The kind of an outside system's refusal; null for any other error. */
export const refusalKind = (error: unknown): ErrorKind | null => (error instanceof ConnectionProblem ? error.kind : null);

/** A connector's access to one connection, its secrets, and its HTTP client. */
export type Connected = Readonly<{
  connection: ConnectionRow;
  /** Calls to a configured address, subject to the connection's rate limits, circuit breaker and call journal. */
  outgoing: (
    options: Pick<OutgoingOptions, 'baseUrl' | 'limits' | 'classify' | 'rateLimitedMs'> & { rules?: readonly CallRule[] },
  ) => Outgoing;
  /** A decrypted secret of the connection, such as `token`; null if it has none. */
  secret: (field: string) => Promise<OpenedSecret | null>;
  keepSecret: (field: string, text: string) => Promise<void>;
  /** @returns false if another process replaced it first */
  replaceSecret: (field: string, version: number, text: string) => Promise<boolean>;
  /** Only one process at a time may exchange the token, for at most `ms`. @returns a function that ends the lease; null if it is taken */
  lease: (ms: number) => Promise<(() => Promise<void>) | null>;
  /** External ids of this connection's active items. */
  existingIds: (kind: 'invoice' | 'credit_memo' | 'payment') => Promise<readonly string[]>;
  clock: Clock;
  /** The company's time zone. */
  zone: string;
  signal?: AbortSignal;
}>;

/**
 * Facts in the order to import them, and the `checkpoint` for the next run, which is written in the transaction of the page's last facts.
 * Repeated facts change nothing, so a page may be read twice. `total` if known.
 */
export type SyncPage = Readonly<{ facts: readonly Fact[]; checkpoint: unknown; total?: number }>;

/** A parsed form; `secrets` are encrypted under their names. @throws Problem 400 if the input is invalid */
export type ConnectionInput = Readonly<{
  name: string;
  /** The suffix of its company's invoice numbers (decisions 7.02); unique among connections. */
  suffix?: string;
  account?: string;
  settings: object;
  secrets: Readonly<Record<string, string>>;
}>;
/** The outside system's description of itself. `account` identifies it when it is connected again (decisions 7.04). */
export type Info = Readonly<{ account?: string; name?: string; settings?: object }>;

/** Query parameters of the vendor's redirect. */
export type SignInRedirect = Readonly<{ state?: string; code?: string; realmId?: string; error?: string }>;
/** A sign-in on the vendor's own page (OAuth). */
export type VendorSignIn = Readonly<{
  authorizeUrl: (state: string) => string;
  /** The account, if the redirect names it before the exchange: undefined if it has none, null if it is invalid. */
  accountIn?: (redirect: SignInRedirect) => string | null;
  /**
   * Exchanges the code for tokens; secrets to store are encrypted once everything else has succeeded.
   * @returns an `account`
   */
  exchange: (connected: Connected, code: string, state: string) => Promise<Info>;
}>;

/** A delivery as received: the signature covers its bytes, not the parsed text. */
export type Delivery = Readonly<{ headers: Readonly<Record<string, string | string[] | undefined>>; raw: Uint8Array }>;
export type SignatureCheck = (delivery: Delivery, secret: string, now: Date) => boolean;

/** An outside system and everything specific to it. Every refusal is a ConnectionProblem. */
export type Connector = Readonly<{
  kind: ConnectionKind;
  /** Its main record type: events are also synced from their screen (spec 7.28), and invoices include open balances (decisions 2.27). */
  brings: 'deals' | 'events' | 'invoices' | 'transactions';
  /** Whether this server can connect; if not, what the operator has to do. */
  setup: () => IntegrationSetup;
  /** The form of spec 7.33; with `signIn`, the fields that are filled in before the vendor's page opens. */
  read: (form: Readonly<Record<string, unknown>>) => Promise<ConnectionInput> | ConnectionInput;
  signIn?: VendorSignIn;
  /** A call that verifies the sign-in and permissions, and returns the system's description of itself. */
  test: (connected: Connected) => Promise<Info>;
  /** Reads from a checkpoint: null at first, later the last page's. It must respect `connected.signal`. */
  sync: (connected: Connected, checkpoint: unknown) => AsyncGenerator<SyncPage>;
  /** True if a signed webhook delivery concerns this connection. @throws SyntaxError if the body is not JSON */
  receive?: (connection: ConnectionRow, body: string) => boolean;
  /** Signing key of deliveries to all connections of the operator's app; null if each connection has its own secret. */
  webhookToken?: string | null;
  /** Verifies a delivery's signature as the vendor documents it; without this function, deliveries are refused. */
  isSigned?: SignatureCheck;
  /** A call that keeps the sign-in valid, made once a day, even for manual schedules. */
  keepAlive?: (connected: Connected) => Promise<void>;
  /** Runs before the secrets are deleted; if it throws, the connection is still removed. */
  disconnect?: (connected: Connected) => Promise<void>;
  /** The fields of this kind in API answers (spec 3.15-3.18); never a secret. */
  view: (connection: ConnectionRow) => Partial<Integration>;
}>;
export type Connectors = Readonly<Partial<Record<ConnectionKind, Connector>>>;

/** @throws Problem 400 with the first message and a message per field */
export const throwFormProblem = (errors: Readonly<Record<string, string>>): never => {
  throw new Problem(400, 'form_refused', Object.values(errors)[0] ?? '', { errors });
};
