import {
  type IssuedWebhook,
  WEBHOOK_TEST,
  type Webhook,
  type WebhookBody,
  type WebhookDelivery,
  type WebhookDeliveryPage,
} from '../../../contract/entities/webhook.ts';
import { webhookFormOf } from '../../../contract/forms/webhook.ts';
import { limits } from '../../../contract/limits.ts';
import { fill, messages } from '../../../contract/messages.ts';
import type { Origin } from '../../db/repositories/audit/audit.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import type { DeliveryRow } from '../../db/repositories/webhooks/deliveries.ts';
import type { ListedWebhook, WebhookChange, WebhookRow } from '../../db/repositories/webhooks/webhooks.ts';
import { checkForm } from '../shared/checkForm.ts';
import { MINUTE, plusMs } from '../shared/clock.ts';
import { cursorOf, isRowId } from '../shared/cursor.ts';
import { readPage } from '../shared/page.ts';
import { formProblem, notFoundProblem, Problem } from '../shared/problem.ts';
import {
  addressNameOf,
  type DeliveryDeps,
  deliverWebhook,
  messageId,
  previousName,
  readMessageId,
  secretName,
  secretNamesOf,
} from './deliverWebhook.ts';
import { settleDelivery } from './settleDelivery.ts';
import { createSigningSecret } from './signing.ts';

type Deps = DeliveryDeps & Readonly<{ nudge?: () => void }>;
export type WebhookRequest = Readonly<{ principal: Readonly<{ userId: number }>; origin: Origin }>;

const t = messages.webhooks;
const LEASE_MS = MINUTE;

const webhookOf = ({ id, name, address_hint, types, off_at, problem, waiting, created_at }: ListedWebhook): Webhook => ({
  id: String(id),
  name,
  address: address_hint,
  types: [...types],
  off_at,
  problem,
  waiting,
  created_at,
});

const audit = (
  tx: Repositories,
  { principal, origin }: WebhookRequest,
  action: string,
  { id, name, address_hint: address, types, off_at }: WebhookRow,
  at: Date,
  details: object = {},
): Promise<void> => {
  const entry = { actorId: principal.userId, action: `webhook.${action}`, entity: 'webhook', entityId: String(id) };
  return tx.audit.write({ ...entry, after: { name, address, types, enabled: off_at === null, ...details } }, origin, at);
};

const checkBody = async ({ outside }: Deps, body: WebhookBody, isNew: boolean): Promise<WebhookBody> => {
  await checkForm(webhookFormOf(isNew), body);
  const address = body.address.trim();
  const refusal = address === '' ? null : outside.messages.refusalOf(address);
  if (refusal) throw formProblem({ address: refusal === 'private' ? t.addressPrivate : t.addressInvalid });
  return { ...body, name: body.name.trim(), address, types: [...new Set(body.types)] };
};

const lockWebhook = async (tx: Repositories, id: number | null): Promise<WebhookRow> => {
  const row = id === null ? undefined : await tx.webhooks.lock(id);
  if (!row) throw notFoundProblem('webhook');
  return row;
};
const readListed = async (tx: Pick<Repositories, 'webhooks'>, id: number): Promise<Webhook> => {
  const row = (await tx.webhooks.list()).find((listed) => listed.id === id);
  if (!row) throw notFoundProblem('webhook');
  return webhookOf(row);
};

export const listWebhooks = async ({ store }: Pick<Deps, 'store'>): Promise<Webhook[]> => (await store.webhooks.list()).map(webhookOf);

/** Only this response contains the secret. @throws Problem 409 if there are too many or the server has no key, 422 */
export const addWebhook = async (deps: Deps, request: WebhookRequest, body: WebhookBody): Promise<IssuedWebhook> => {
  const { store, clock, vault } = deps;
  const { name, address, types, enabled } = await checkBody(deps, body, true);
  const secret = createSigningSecret();
  const at = clock();
  return store.transaction(async (tx) => {
    const { maxWebhooks } = limits.webhooks;
    if ((await tx.webhooks.lockAll()) >= maxWebhooks) throw new Problem(409, 'too_many_webhooks', fill(t.tooMany, { most: maxWebhooks }));
    const added = await tx.webhooks.add({ name, types, address_hint: new URL(address).host }, at);
    await vault.seal(tx, addressNameOf(added.id), address, at);
    await vault.seal(tx, secretName(added.id), secret, at);
    const row = enabled ? added : await tx.webhooks.change(added.id, { off_at: at.toISOString() });
    await audit(tx, request, 'added', row, at);
    return { webhook: await readListed(tx, row.id), secret };
  });
};

/** The state after an edit; switching the receiver on again clears its failures. */
const switchFields = ({ off_at }: WebhookRow, enabled: boolean, at: Date): WebhookChange => {
  if (!enabled) return off_at === null ? { off_at: at.toISOString(), problem: null } : {};
  return off_at === null ? {} : { off_at: null, problem: null, failing_since: null };
};

/** @throws Problem 404, 409 if the server has no key, 422 */
export const changeWebhook = async (deps: Deps, request: WebhookRequest, id: number | null, body: WebhookBody): Promise<Webhook> => {
  const { store, clock, vault } = deps;
  const { name, address, types, enabled } = await checkBody(deps, body, false);
  return store.transaction(async (tx) => {
    const at = clock();
    const before = await lockWebhook(tx, id);
    if (address !== '') await vault.seal(tx, addressNameOf(before.id), address, at);
    const addressFields = address === '' ? {} : { address_hint: new URL(address).host, problem: null, failing_since: null };
    const row = await tx.webhooks.change(before.id, { name, types, ...addressFields, ...switchFields(before, enabled, at) });
    // Repetitions go to the new address. A receiver that is switched off gets none, and nothing that was queued before it was switched on.
    if (!enabled || before.off_at !== null) await tx.webhookDeliveries.endWaiting(row.id, t.problems.switchedOff, at);
    await audit(tx, request, 'changed', row, at);
    return readListed(tx, row.id);
  });
};

/** @throws Problem 404 */
export const removeWebhook = ({ store, clock, vault }: Deps, request: WebhookRequest, id: number | null): Promise<void> =>
  store.transaction(async (tx) => {
    const row = await lockWebhook(tx, id);
    await vault.forget(tx, secretNamesOf(row.id));
    await tx.webhooks.remove(row.id);
    await audit(tx, request, 'deleted', row, clock());
  });

/** Replaces the secret; for a day, deliveries are signed with both. @throws Problem 404, 409 if the server has no key */
export const replaceSecret = ({ store, clock, vault }: Deps, request: WebhookRequest, id: number | null): Promise<IssuedWebhook> =>
  store.transaction(async (tx) => {
    const at = clock();
    const row = await lockWebhook(tx, id);
    const secret = createSigningSecret();
    const previous = await vault.open(tx, secretName(row.id));
    if (previous) await vault.seal(tx, previousName(row.id), previous.text, at);
    await vault.seal(tx, secretName(row.id), secret, at);
    const changed = await tx.webhooks.change(row.id, { previous_until: plusMs(at, limits.webhooks.previousSecretMs).toISOString() });
    await audit(tx, request, 'secret_replaced', changed, at);
    return { webhook: await readListed(tx, row.id), secret };
  });

/** Delivers `webhook.test` once, immediately. @throws Problem 404, 409 with the reason */
export const testWebhook = async (deps: Deps, id: number | null): Promise<void> => {
  const { store, clock } = deps;
  const { webhook, delivery } = await store.transaction(async (tx) => {
    const at = clock();
    const row = await lockWebhook(tx, id);
    if (row.off_at !== null) throw new Problem(409, 'webhook_off', t.isOff);
    if (row.busy_until !== null && Date.parse(row.busy_until) > at.getTime()) throw new Problem(409, 'webhook_busy', t.busy);
    const until = plusMs(at, LEASE_MS);
    const webhook = await tx.webhooks.change(row.id, { busy_until: until.toISOString() });
    return { webhook, delivery: await tx.webhookDeliveries.addTest(row.id, WEBHOOK_TEST, at, until) };
  });
  const outcome = await deliverWebhook(deps, webhook, delivery);
  await store.transaction((tx) => settleDelivery(tx, webhook, delivery, outcome, clock(), false));
  if (outcome.error !== null) throw new Problem(409, 'not_delivered', fill(t.notSent, { reason: outcome.error }));
};

const deliveryOf = ({
  message_id,
  type,
  state,
  created_at,
  attempts,
  status,
  duration_ms,
  error,
  send_at,
  ended_at,
}: DeliveryRow): WebhookDelivery => ({
  ...{ id: messageId({ message_id }), type, state, created_at, attempts, status, duration_ms, error, ended_at },
  next_at: state === 'queued' ? send_at : null,
});

const deliveryCursor = cursorOf<Readonly<{ webhookId: number }>, Readonly<{ id: number }>>('webhook-deliveries-1', {
  question: { webhookId: isRowId },
  after: { id: isRowId },
});

/** @throws Problem 400, 404 */
export const listDeliveries = async (
  { store }: Pick<Deps, 'store'>,
  id: number | null,
  { cursor, limit }: Readonly<{ cursor?: string; limit: number }>,
): Promise<WebhookDeliveryPage> => {
  const row = id === null ? undefined : await store.webhooks.byId(id);
  if (!row) throw notFoundProblem('webhook');
  const before = cursor === undefined ? null : deliveryCursor.read(cursor).after.id;
  const page = await readPage(
    limit,
    (maxRows) => store.webhookDeliveries.page(row.id, before, maxRows),
    (last) => deliveryCursor.write({ question: { webhookId: row.id }, after: { id: last.id } }),
  );
  return { data: page.rows.map(deliveryOf), pagination: { cursor: page.cursor, limit, total: null } };
};

/** Sends an ended delivery again, under its own id. @throws Problem 404, 409 */
export const replayDelivery = async (deps: Deps, request: WebhookRequest, id: number | null, message: string): Promise<void> => {
  const { store, clock, nudge } = deps;
  await store.transaction(async (tx) => {
    const row = await lockWebhook(tx, id);
    const uuid = readMessageId(message);
    const delivery = uuid === null ? undefined : await tx.webhookDeliveries.lockMessage(uuid);
    if (delivery?.webhook_id !== row.id) throw notFoundProblem('delivery');
    if (row.off_at !== null) throw new Problem(409, 'webhook_off', t.isOff);
    if (delivery.ended_at === null) throw new Problem(409, 'delivery_open', t.onlyEnded);
    await tx.webhookDeliveries.change(delivery.id, { state: 'queued', attempts: 0, send_at: null, ended_at: null, error: null });
    await audit(tx, request, 'replayed', row, clock(), { delivery: message });
  });
  nudge?.();
};
