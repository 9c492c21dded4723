import { createHash } from 'node:crypto';
import type { ConnectionKind } from '../../../contract/entities/connection.ts';
import { messages } from '../../../contract/messages.ts';
import { rejectAfter } from '../../db/rejectAfter.ts';
import { Problem } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';
import { secretNameOf } from './connected.ts';
import type { Delivery } from './connector.ts';
import type { OutsideServices } from './outside.ts';

/** The job kind for a connector's webhook deliveries. */
export const webhookJob = (kind: string): string => `${kind}_webhook`;
/** The vault key of the secret that signs a connection's deliveries. */
export const webhookSecret = (connectionId: number): string => secretNameOf(connectionId, 'webhook_secret');

/** Shorter than the three seconds after which senders time out. */
const RESPONSE_TIMEOUT_MS = 2500;
const RATE_LIMIT = { name: 'webhook', limit: 600, periodMs: 60_000, burst: 100 } as const;

/** The same response for every refused delivery, so that strangers cannot tell which connections exist. */
const refusedProblem = (): Problem => new Problem(401, 'webhook_refused', messages.connections.webhookRefused);
const busyProblem = (): Problem => new Problem(503, 'unavailable', messages.server.away, { retryAfter: 10 });

/** An unreadable secret counts as a bad signature, so that a stranger cannot tell that the connection exists. @throws Problem 401 */
const readSecret = async ({ store, vault }: Pick<Services, 'store' | 'vault'>, id: number): Promise<string | null> => {
  try {
    return (await vault.open(store, webhookSecret(id)))?.text ?? null;
  } catch (error) {
    throw error instanceof Problem && error.code === 'secret_unreadable' ? refusedProblem() : error;
  }
};

const receive = async (
  { store, vault, clock, outside }: Pick<OutsideServices, 'store' | 'vault' | 'clock' | 'outside'>,
  id: number,
  delivery: Delivery,
  text: string,
): Promise<void> => {
  const { kind, isGone } = (await store.connections.kindOf(id)) ?? {};
  const connector = outside.connectors[kind as ConnectionKind];
  // All companies of the app share one webhook address, which stays valid when the connection it names is deleted.
  const secret = (kind && !isGone ? await readSecret({ store, vault }, id) : null) ?? connector?.webhookToken;
  if (!kind || !secret || !connector?.isSigned?.(delivery, secret, clock())) throw refusedProblem();
  const waitMs = await store.calls.take(id, RATE_LIMIT);
  if (waitMs > 0) throw new Problem(429, 'too_many_requests', messages.connections.tooMany, { retryAfter: Math.ceil(waitMs / 1000) });
  const key = `${id} ${createHash('sha256').update(delivery.raw).digest('hex')}`;
  await store.jobs.addKeyed({ kind: webhookJob(kind), key, payload: { connection_id: id, body: text } }, clock());
};

/**
 * Accepts a signed delivery and queues it as a job; a repeat of a waiting delivery adds no second job.
 * @throws Problem 401 if no connection of this server signed it, 429, 503 if that takes longer than the sender waits
 */
export const receiveWebhook = (
  services: Pick<OutsideServices, 'store' | 'vault' | 'clock' | 'outside'>,
  id: number | null,
  delivery: Delivery,
  text: string,
): Promise<void> =>
  id === null ? Promise.reject(refusedProblem()) : rejectAfter(receive(services, id, delivery, text), RESPONSE_TIMEOUT_MS, busyProblem);
