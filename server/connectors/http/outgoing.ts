import { setTimeout as pause } from 'node:timers/promises';
import { ConnectionProblem, type ErrorKind, type Refusal } from '../../domain/connections/connectionProblem.ts';
import type { Call, Limits, Outgoing, OutgoingOptions } from '../../domain/connections/outgoing.ts';
import { admit, pauseCalls, settleCircuit } from './admission.ts';
import { exchange, type HttpResponse, TooLarge } from './exchange.ts';
import { toJournalPath, traceOf } from './journal.ts';
import { retryAfterSeconds } from './retryAfter.ts';

const LIMITS: Limits = { headersMs: 15_000, totalMs: 30_000, bytes: 10_000_000 };
const MAX_TRIES = 3;
const BACKOFF_BASE_MS = 500;
/** For longer waits the call fails, and the job queue tries again later. */
const MAX_WAIT_MS = 60_000;

/** @throws if the URL is neither https nor on this machine */
export const checkEncrypted = (text: string): URL => {
  const url = new URL(text);
  const isLocal = ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLocal)) throw new Error(`${url.origin} is not https`);
  return url;
};

/** @throws if the URL is neither https nor on this machine, or has more than a host and a path */
export const checkBaseUrl = (text: string): URL => {
  const url = checkEncrypted(text);
  if (url.username || url.search || url.hash) throw new Error(`${url.origin} is more than an address`);
  return url;
};

/** The URL of a call, which cannot leave the base's host and path. */
const addressOf = (base: URL, { path, query = {} }: Call): URL => {
  const root = base.pathname.replace(/\/$/, '');
  const url = new URL(base);
  url.pathname = `${root}/${path.replace(/^\/+/, '')}`;
  if (!url.pathname.startsWith(`${root}/`)) throw new Error('a path that leaves its base');
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url;
};

const kindOf = (status: number): ErrorKind => {
  if (status === 401) return 'auth_expired';
  if (status === 403) return 'permission';
  if (status === 429) return 'rate_limited';
  return status >= 500 || status === 408 ? 'upstream_down' : 'invalid_config';
};
const parseJson = (text: string): unknown => (text === '' ? null : JSON.parse(text));

export const createOutgoing = ({
  store,
  clock,
  connection: { id, name },
  baseUrl,
  rules = [],
  limits = {},
  classify = () => null,
  rateLimitedMs,
  chance = Math.random,
  sleep = (ms, signal) => pause(ms, undefined, { signal }),
}: OutgoingOptions): Outgoing => {
  const base = checkBaseUrl(baseUrl);
  const deps = { store, clock };
  const createProblem = (kind: ErrorKind, retryAfter?: number, message?: string) => new ConnectionProblem(kind, name, retryAfter, message);
  const refusalOf = (refusal: ErrorKind | Refusal | null): Refusal | null => (typeof refusal === 'string' ? { kind: refusal } : refusal);

  const waitForAdmission = async (signal?: AbortSignal): Promise<void> => {
    for (let waitedMs = 0; ; ) {
      const admission = await admit(deps, id, rules);
      if (admission === 'go') return;
      if ('refusedMs' in admission) throw createProblem('upstream_down', admission.refusedMs / 1000);
      if (waitedMs + admission.waitMs > MAX_WAIT_MS) throw createProblem('rate_limited', admission.waitMs / 1000);
      waitedMs += admission.waitMs;
      await sleep(admission.waitMs, signal);
    }
  };

  /** One attempt, recorded in the journal whatever its outcome. */
  const attempt = async (
    url: URL,
    call: Call,
    attemptNumber: number,
  ): Promise<Readonly<{ refusal: Refusal | null; answer: HttpResponse | null }>> => {
    const { method = 'GET', headers = {}, body = null, signal } = call;
    const startedAt = performance.now();
    let answer: HttpResponse | null = null;
    let refusal: Refusal | null;
    try {
      answer = await exchange({ url, method, headers: { accept: 'application/json', ...headers }, body }, { ...LIMITS, ...limits }, signal);
      const isSuccess = answer.status >= 200 && answer.status < 300;
      refusal = refusalOf(classify(answer.status, answer.text)) ?? (isSuccess ? null : { kind: kindOf(answer.status) });
    } catch (error) {
      signal?.throwIfAborted();
      refusal = { kind: error instanceof TooLarge ? 'bad_data' : 'upstream_down' };
    }
    await store.calls.note({
      connection_id: id,
      at: clock().toISOString(),
      method,
      path: toJournalPath(call.path),
      attempt: attemptNumber,
      outcome: refusal?.kind ?? 'ok',
      status: answer?.status ?? null,
      milliseconds: Math.round(performance.now() - startedAt),
      bytes: answer?.bytes ?? 0,
      trace: answer && traceOf(answer.headers),
    });
    return { refusal, answer };
  };

  /** Exponential, half of it random, so that simultaneous failures do not retry together. */
  const backOffMs = (tries: number): number => BACKOFF_BASE_MS * 2 ** (tries - 1) * (0.5 + chance() / 2);

  /** The wait that the vendor asked for, in seconds; null if it did not ask for one. */
  const requestedWait = (kind: ErrorKind, answer: HttpResponse | null): number | null =>
    (answer && retryAfterSeconds(answer.headers.get('retry-after'), clock())) ??
    (kind === 'rate_limited' && rateLimitedMs !== undefined ? rateLimitedMs / 1000 : null);

  /** A rate-limited call was not executed, so repeating it is always safe. */
  const canRepeat = (kind: ErrorKind, { method = 'GET', repeatable = method === 'GET' }: Call): boolean =>
    kind === 'rate_limited' || (kind === 'upstream_down' && repeatable);

  const send = async (call: Call): Promise<HttpResponse | null> => {
    const url = addressOf(base, call);
    for (let tries = 1; ; tries += 1) {
      await waitForAdmission(call.signal);
      const { refusal, answer } = await attempt(url, call, tries);
      await settleCircuit(deps, id, refusal?.kind === 'upstream_down' ? 'fail' : 'succeed');
      if (refusal === null) return answer;
      const { kind, message } = refusal;
      const retryAfterS = requestedWait(kind, answer);
      if (kind === 'rate_limited' && retryAfterS !== null) await pauseCalls(deps, id, retryAfterS);
      const waitMs = retryAfterS === null ? backOffMs(tries) : retryAfterS * 1000 + chance() * 100;
      if (!canRepeat(kind, call) || tries >= MAX_TRIES || waitMs > MAX_WAIT_MS)
        throw createProblem(kind, retryAfterS ?? undefined, message);
      await sleep(waitMs, call.signal);
    }
  };

  return {
    json: async (call, read) => {
      const answer = await send(call);
      try {
        return read(parseJson(answer?.text ?? ''), answer?.headers ?? new Headers());
      } catch {
        throw createProblem('bad_data');
      }
    },
  };
};
