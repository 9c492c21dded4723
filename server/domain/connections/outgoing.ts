import type { CallRule } from '../../db/repositories/connections/calls.ts';
import type { Store } from '../../db/repositories/store.ts';
import type { Clock } from '../shared/clock.ts';
import type { ErrorKind, Refusal } from './connectionProblem.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type Limits = Readonly<{
  /** Time limit until the response headers arrive. */
  headersMs: number;
  /** Time limit for the whole response. */
  totalMs: number;
  /** Size limit of the decompressed response. */
  bytes: number;
}>;

/** `body` is text; its content type is in the headers. `repeatable`: repeating the call has no further effect, as for every GET. */
export type Call = Readonly<{
  method?: Method;
  path: string;
  query?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  body?: string;
  repeatable?: boolean;
  signal?: AbortSignal;
}>;
export type OutgoingOptions = Readonly<{
  store: Pick<Store, 'transaction' | 'calls'>;
  clock: Clock;
  connection: Readonly<{ id: number; name: string }>;
  /** From configuration only: never from a form, a response or pasted credentials. */
  baseUrl: string;
  rules?: readonly CallRule[];
  limits?: Partial<Limits>;
  /** A vendor's special meaning of a status and body; null: the default meaning. */
  classify?: (status: number, text: string) => ErrorKind | Refusal | null;
  /** Default wait when rate limited, if the vendor specifies none. */
  rateLimitedMs?: number;
  /** A random number from 0 to 1. */
  chance?: () => number;
  sleep?: (ms: number, signal?: AbortSignal) => Promise<unknown>;
}>;
/** The HTTP client of connectors; every failure is a ConnectionProblem. */
export type Outgoing = Readonly<{
  /** `read` throws if the response is malformed. */
  json: <T>(call: Call, read: (body: unknown, headers: Headers) => T) => Promise<T>;
}>;
