import { fill, messages } from '../../../contract/messages.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import type { ChannelServices, SlackAnswer } from './channelMessages.ts';
import { PrivateHost } from './channelMessages.ts';

/** Slack accepts one message per second, with short bursts. */
export const CHANNEL_PACE_MS = 1000;

export const addressName = (id: number): string => `channel:${id}:address`;

/** `address`: the address accepts no further messages. `message`: only this one is refused. `later`: a retry may succeed. */
type Refusal = Readonly<{ kind: 'address' | 'message' | 'later'; reason: string; waitMs?: number }>;
/** `addressVersion`: the version of the address used; null without an address. */
export type DeliveryFailure = Refusal & Readonly<{ addressVersion: number | null }>;

/** Slack's error codes for an address or channel that accepts no more messages, whatever the HTTP status. */
const GONE_CODES = new Set([
  'action_prohibited',
  'channel_is_archived',
  'channel_not_found',
  'invalid_token',
  'no_active_hooks',
  'no_service',
  'no_service_id',
  'no_team',
  'posting_to_general_channel_denied',
  'team_disabled',
  'user_not_found',
]);

const t = messages.channelProblems;

const refusalOf = ({ status, code, retryAfterSeconds }: SlackAnswer): Refusal | null => {
  const withCode = (message: string): string => fill(message, { code: code ?? String(status) });
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return { kind: 'address', reason: withCode(t.redirected) };
  const waitMs = retryAfterSeconds === null ? {} : { waitMs: Math.max(CHANNEL_PACE_MS, retryAfterSeconds * 1000) };
  if (status === 429) return { kind: 'later', reason: t.busy, ...waitMs };
  if (status >= 500 || status === 408) return { kind: 'later', reason: withCode(t.failed) };
  if ((code !== null && GONE_CODES.has(code)) || [401, 403, 404, 410].includes(status))
    return { kind: 'address', reason: withCode(t.gone) };
  return { kind: 'message', reason: withCode(t.refused) };
};

/**
 * Posts one message.
 * @returns null once it is accepted
 * @throws Problem 409 if the address cannot be decrypted
 */
export const deliverToChannel = async (
  { store, vault, outside }: Pick<ChannelServices, 'store' | 'vault' | 'outside'>,
  channelId: number,
  message: object,
): Promise<DeliveryFailure | null> => {
  const address = await vault.open(store, addressName(channelId));
  const addressVersion = address?.version ?? null;
  // The address may no longer be allowed, such as that of a stand-in after the demo.
  if (!address || outside.messages.refusalOf(address.text) !== null) return { kind: 'address', reason: t.private, addressVersion };
  const refusal = await outside.messages
    .post(address.text, message)
    .then(
      refusalOf,
      (error: unknown): Refusal =>
        error instanceof PrivateHost ? { kind: 'address', reason: t.private } : { kind: 'later', reason: t.noAnswer },
    );
  return refusal && { ...refusal, addressVersion };
};

/** True if the channel's address has changed since the attempt. Lock the channel first. */
export const hasNewAddress = async (
  { secrets }: Pick<Repositories, 'secrets'>,
  channelId: number,
  triedVersion: number | null,
): Promise<boolean> => ((await secrets.byName(addressName(channelId)))?.version ?? null) !== triedVersion;
