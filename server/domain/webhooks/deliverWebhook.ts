import { limits } from '../../../contract/limits.ts';
import { fill, messages } from '../../../contract/messages.ts';
import type { DeliveryRow } from '../../db/repositories/webhooks/deliveries.ts';
import type { WebhookRow } from '../../db/repositories/webhooks/webhooks.ts';
import { type ChannelServices, PrivateHost } from '../notifications/channelMessages.ts';
import { signedHeadersOf } from './signing.ts';

const t = messages.webhooks.problems;
const HTTP_GONE = 410;

export type DeliveryDeps = Pick<ChannelServices, 'store' | 'vault' | 'outside' | 'clock'>;
/**
 * `isGone`: the receiver accepts nothing more. `waitMs`: the wait that it asked for. `addressVersion`: the version of the address that was
 * tried; undefined if the address could not be decrypted.
 */
export type DeliveryOutcome = Readonly<{
  status: number | null;
  durationMs: number;
  error: string | null;
  isGone: boolean;
  waitMs: number;
  addressVersion: number | null | undefined;
}>;

const nameOf = (id: number, part: string): string => `webhook:${id}:${part}`;
export const addressNameOf = (id: number): string => nameOf(id, 'address');
export const secretName = (id: number): string => nameOf(id, 'secret');
export const previousName = (id: number): string => nameOf(id, 'previous');
export const secretNamesOf = (id: number): string => nameOf(id, '');

/** The id by which a receiver recognizes repetitions of a message, so that it processes each only once. */
export const messageId = ({ message_id }: Pick<DeliveryRow, 'message_id'>): string => `msg_${message_id}`;
/** The uuid in a message id; null if the text isn't a message id. */
export const readMessageId = (text: string): string | null =>
  /^msg_([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/.exec(text)?.[1] ?? null;

const readSecrets = async ({ store, vault, clock }: DeliveryDeps, { id, previous_until }: WebhookRow): Promise<string[]> => {
  const names = [secretName(id)];
  if (previous_until !== null && Date.parse(previous_until) > clock().getTime()) names.push(previousName(id));
  const secrets = await Promise.all(names.map((name) => vault.open(store, name)));
  return secrets.flatMap((secret) => (secret ? [secret.text] : []));
};

const errorOf = (status: number): string | null => {
  if (status >= 200 && status < 300) return null;
  if (status === HTTP_GONE) return t.gone;
  return fill(status >= 300 && status < 400 ? t.redirected : t.refused, { status });
};

/** Makes one attempt. Of the receiver's response only the status is stored. */
export const deliverWebhook = async (deps: DeliveryDeps, webhook: WebhookRow, delivery: DeliveryRow): Promise<DeliveryOutcome> => {
  const { store, vault, outside, clock } = deps;
  const opened = await Promise.all([vault.open(store, addressNameOf(webhook.id)), readSecrets(deps, webhook)]).catch(() => null);
  const [address, secrets] = opened ?? [null, []];
  const noAttempt = {
    status: null,
    durationMs: 0,
    isGone: false,
    waitMs: 0,
    addressVersion: opened ? (address?.version ?? null) : undefined,
  };
  if (!address || secrets.length === 0) return { ...noAttempt, error: t.noAddress };
  // The address may no longer be allowed, such as that of a stand-in after the demo.
  if (outside.messages.refusalOf(address.text) !== null) return { ...noAttempt, error: t.private };
  const body = JSON.stringify({ type: delivery.type, timestamp: new Date(delivery.created_at).toISOString(), data: delivery.data });
  const headers = signedHeadersOf(messageId(delivery), clock(), body, secrets);
  const startedAt = performance.now();
  const durationMs = () => Math.round(performance.now() - startedAt);
  try {
    const { status, retryAfterSeconds } = await outside.messages.send(address.text, body, headers, limits.webhooks.timeoutMs);
    return {
      ...{ status, durationMs: durationMs(), error: errorOf(status), isGone: status === HTTP_GONE },
      ...{ addressVersion: address.version },
      waitMs: (retryAfterSeconds ?? 0) * 1000,
    };
  } catch (error) {
    return { ...noAttempt, durationMs: durationMs(), error: error instanceof PrivateHost ? t.private : t.noAnswer };
  }
};
