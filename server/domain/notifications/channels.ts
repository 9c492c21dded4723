import type { Channel, ChannelBody, ChannelScope } from '../../../contract/entities/channel.ts';
import { channelFormOf } from '../../../contract/forms/channel.ts';
import { limits } from '../../../contract/limits.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { type Actor, can } from '../../../contract/permissions.ts';
import type { Origin } from '../../db/repositories/audit/audit.ts';
import type { ChannelRow } from '../../db/repositories/notifications/channels.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { checkForm } from '../shared/checkForm.ts';
import { plusMs } from '../shared/clock.ts';
import { forbidden, formProblem, notFoundProblem, Problem } from '../shared/problem.ts';
import { addressName, CHANNEL_PACE_MS, deliverToChannel, hasNewAddress } from './channelDelivery.ts';
import type { ChannelServices } from './channelMessages.ts';
import { channelMessageOf } from './channelText.ts';

type Deps = Pick<ChannelServices, 'store' | 'clock' | 'vault' | 'outside'>;
type Requester = Readonly<{ actor: Actor; userId: number }>;
export type ChannelRequest = Readonly<{ principal: Requester; origin: Origin }>;

const t = messages.channels;
const HINT_CHARS = 4;
const MIN_PATH_CHARS = 20;

const channelOf = ({ id, name, topics, readers, address_hint, problem, off_at }: ChannelRow): Channel => ({
  id: String(id),
  name,
  topics,
  readers,
  address: address_hint,
  problem,
  off_at,
});

/** The host and the last characters of a long path: enough to recognize a webhook, too little to use it. */
const hintOf = (address: string): string => {
  const { host, pathname, search } = new URL(address);
  const path = pathname + search;
  return `${host}/…${path.length >= MIN_PATH_CHARS ? path.slice(-HINT_CHARS) : ''}`;
};

const ownerIn = (scope: ChannelScope, { actor, userId }: Requester): number | null => {
  if (scope === 'own') return userId;
  if (!can(actor, 'channel:manage')) throw forbidden();
  return null;
};

/** A channel of the requester, or of the company for users who manage those; any other is treated as missing. */
const lockChannel = async (tx: Repositories, { actor, userId }: Requester, id: number | null): Promise<ChannelRow> => {
  const row = id === null ? undefined : await tx.channels.lock(id);
  const isAllowed = row && (row.user_id === null ? can(actor, 'channel:manage') : row.user_id === userId);
  if (!isAllowed) throw notFoundProblem('channel');
  return row;
};

const checkBody = async ({ outside }: Deps, isCompany: boolean, isNew: boolean, body: ChannelBody): Promise<ChannelBody> => {
  await checkForm(channelFormOf(isCompany ? 'company' : 'own', isNew), body);
  const { name, topics, readers } = body;
  const address = body.address.trim();
  const refusal = address === '' ? null : outside.messages.refusalOf(address);
  if (refusal) throw formProblem({ address: refusal === 'private' ? t.addressPrivate : t.addressInvalid });
  return { name: name.trim(), topics: [...new Set(topics)], readers: isCompany ? [...new Set(readers)] : [], address };
};

const audit = (tx: Repositories, { principal, origin }: ChannelRequest, action: string, row: ChannelRow, at: Date): Promise<unknown> => {
  const { name, topics, readers, address_hint: address, user_id } = row;
  const entry = { actorId: principal.userId, action: `channel.${action}`, entity: 'channel', entityId: String(row.id) };
  return tx.audit.write({ ...entry, after: { name, topics, readers, address, scope: user_id === null ? 'company' : 'own' } }, origin, at);
};

/** Refuses an address already used by another of these channels: each notice would arrive twice. */
const checkUnused = async ({ vault }: Deps, tx: Repositories, channels: readonly ChannelRow[], address: string): Promise<void> => {
  for (const { id, name } of channels) {
    // If no key can decrypt an address, it cannot be compared.
    const previousOwner = await vault.open(tx, addressName(id)).catch(() => null);
    if (previousOwner?.text === address) throw formProblem({ address: fill(t.addressUsed, { name }) });
  }
};

/** True if some queued messages may not be sent under the new settings (decisions 3.08). */
const narrowsAudience = (before: ChannelRow, { topics, readers }: Pick<ChannelBody, 'topics' | 'readers'>): boolean =>
  before.topics.some((topic) => !topics.includes(topic)) || readers.some((role) => !before.readers.includes(role));

/** @throws Problem 403 for the company's channels */
export const listChannels = async ({ store }: Pick<Deps, 'store'>, principal: Requester, scope: ChannelScope): Promise<Channel[]> =>
  (await store.channels.list(ownerIn(scope, principal))).map(channelOf);

/** @throws Problem 403 for the company's channels, 409 if there are too many or the server has no key, 422 */
export const addChannel = async (deps: Deps, request: ChannelRequest, scope: ChannelScope, body: ChannelBody): Promise<Channel> => {
  const { store, clock, vault } = deps;
  const owner = ownerIn(scope, request.principal);
  const { address, ...channel } = await checkBody(deps, owner === null, true, body);
  const at = clock();
  return store.transaction(async (tx) => {
    // Locked, so that of two concurrent requests by one user the second counts the first.
    await tx.facts.lockPeople([request.principal.userId]);
    const maxChannels = owner === null ? limits.channels.maxCompany : limits.channels.maxOwn;
    const others = await tx.channels.list(owner);
    if (others.length >= maxChannels) throw new Problem(409, 'too_many_channels', fill(t.tooMany, { most: maxChannels }));
    await checkUnused(deps, tx, others, address);
    const row = await tx.channels.add({ ...channel, user_id: owner, address_hint: hintOf(address) }, at);
    await vault.seal(tx, addressName(row.id), address, at);
    await audit(tx, request, 'added', row, at);
    return channelOf(row);
  });
};

/**
 * Changes a channel; a new address switches it on again.
 * @throws Problem 404, 409 if the server has no key, 422
 */
export const changeChannel = (deps: Deps, request: ChannelRequest, id: number | null, body: ChannelBody): Promise<Channel> => {
  const { store, clock, vault } = deps;
  return store.transaction(async (tx) => {
    const at = clock();
    const row = await lockChannel(tx, request.principal, id);
    const { address, ...channel } = await checkBody(deps, row.user_id === null, false, body);
    if (narrowsAudience(row, channel)) await tx.channels.dropWaiting(row.id);
    if (address !== '') {
      const others = (await tx.channels.list(row.user_id)).filter((other) => other.id !== row.id);
      await checkUnused(deps, tx, others, address);
      await vault.seal(tx, addressName(row.id), address, at);
      await tx.channels.requeueWaiting(row.id, at);
    }
    const addressFields = address === '' ? {} : { address_hint: hintOf(address), problem: null, off_at: null, next_at: at.toISOString() };
    await tx.channels.change(row.id, { ...channel, ...addressFields });
    const changed = { ...row, ...channel, ...addressFields };
    await audit(tx, request, 'changed', changed, at);
    return channelOf(changed);
  });
};

/** @throws Problem 404 */
export const removeChannel = ({ store, clock, vault }: Deps, request: ChannelRequest, id: number | null): Promise<void> =>
  store.transaction(async (tx) => {
    const at = clock();
    const row = await lockChannel(tx, request.principal, id);
    await tx.channels.remove(row.id);
    await vault.forget(tx, addressName(row.id));
    await audit(tx, request, 'deleted', row, at);
  });

/**
 * Posts a test message immediately; if it arrives, the channel is switched on again.
 * @throws Problem 404, 409 with the reason, 429
 */
export const testChannel = async (deps: Deps, { principal }: ChannelRequest, id: number | null): Promise<void> => {
  const { store, clock, outside } = deps;
  const { id: channelId } = await store.transaction(async (tx) => {
    const row = await lockChannel(tx, principal, id);
    const at = clock();
    const waitMs = Date.parse(row.next_at) - at.getTime();
    // A longer delay is the backoff of a failed message; a test may skip it, because it shows users the cause.
    if (waitMs > 0 && waitMs <= CHANNEL_PACE_MS) throw new Problem(429, 'too_soon', t.tooSoon, { retryAfter: Math.ceil(waitMs / 1000) });
    await tx.channels.change(row.id, { next_at: plusMs(at, CHANNEL_PACE_MS).toISOString() });
    return row;
  });
  const { title: subject, text: body } = messages.channelMessage.test;
  const failure = await deliverToChannel(deps, channelId, channelMessageOf([{ subject, body, link: null }], outside.publicUrl));
  await store.transaction(async (tx) => {
    await tx.channels.lock(channelId);
    if (failure && (await hasNewAddress(tx, channelId, failure.addressVersion))) return;
    await tx.channels.change(channelId, failure ? { problem: failure.reason } : { problem: null, off_at: null });
  });
  if (failure) throw new Problem(409, 'not_delivered', fill(t.notSent, { reason: failure.reason }));
};
