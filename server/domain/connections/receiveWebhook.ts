import { createHash } from 'node:crypto';
import type { ConnectionKind } from '../../../contract/entities/connection.ts';
import { messages } from '../../../contract/messages.ts';
import type { Delivery } from '../../connectors/signatures.ts';
import { Problem } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';
import { secretOf } from './connected.ts';

/** The kind of job that a delivery becomes: its connector reads it. */
export const webhookJob = (kind: string): string => `${kind}_webhook`;
/** Under which name the vault has what a connection's deliveries are signed with. */
export const webhookSecret = (connectionId: number): string => secretOf(connectionId, 'webhook_secret');

/** Vendors give up after three seconds. */
const PATIENCE_MS = 2500;
const RULE = { name: 'webhook', limit: 600, periodMs: 60_000, burst: 100 } as const;

/** One answer for everything that is not ours: nobody learns which connections there are. */
const refused = (): Problem => new Problem(401, 'webhook_refused', messages.connections.webhookRefused);
const busy = (): Problem => new Problem(503, 'unavailable', messages.server.away, { retryAfter: 10 });

const within = async <T>(work: Promise<T>, ms: number): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(busy()), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
};

/** Where no key opens the secret, nobody has signed: a stranger does not hear that there is one. @throws Problem 401 */
const ownSecret = async ({ store, vault }: Pick<Services, 'store' | 'vault'>, id: number): Promise<string | null> => {
  try {
    return (await vault.open(store, webhookSecret(id)))?.text ?? null;
  } catch (error) {
    throw error instanceof Problem && error.code === 'secret_unreadable' ? refused() : error;
  }
};

const receive = async (
  { store, vault, clock, outside }: Pick<Services, 'store' | 'vault' | 'clock' | 'outside'>,
  id: number,
  delivery: Delivery,
  text: string,
): Promise<void> => {
  const kind = await store.connections.liveKind(id);
  const connector = outside.connectors[kind as ConnectionKind];
  const secret = kind ? ((await ownSecret({ store, vault }, id)) ?? connector?.webhookToken) : null;
  if (!kind || !secret || !connector?.isSigned?.(delivery, secret, clock())) throw refused();
  const waitMs = await store.calls.take(id, RULE);
  if (waitMs > 0) throw new Problem(429, 'too_many_requests', messages.connections.tooMany, { retryAfter: Math.ceil(waitMs / 1000) });
  const key = `${id} ${createHash('sha256').update(delivery.raw).digest('hex')}`;
  await store.jobs.addKeyed({ kind: webhookJob(kind), key, payload: { connection_id: id, body: text } }, clock());
};

/**
 * Takes a signed delivery of an outside system and leaves it to a job; one that is delivered twice while it waits is one job.
 * @throws Problem 401 where it is not signed by a connection of ours, 429, 503 where that takes longer than the sender waits
 */
export const receiveWebhook = (
  services: Pick<Services, 'store' | 'vault' | 'clock' | 'outside'>,
  id: number | null,
  delivery: Delivery,
  text: string,
): Promise<void> => (id === null ? Promise.reject(refused()) : within(receive(services, id, delivery, text), PATIENCE_MS));
