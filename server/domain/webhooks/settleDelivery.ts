import { limits } from '../../../contract/limits.ts';
import { fill, messages } from '../../../contract/messages.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import type { DeliveryRow } from '../../db/repositories/webhooks/deliveries.ts';
import type { WebhookRow } from '../../db/repositories/webhooks/webhooks.ts';
import { notify } from '../notifications/notify.ts';
import { DAY, plusMs } from '../shared/clock.ts';
import { addressNameOf, type DeliveryOutcome } from './deliverWebhook.ts';

const t = messages.webhooks.problems;
const { waitsMs, offAfterDays } = limits.webhooks;
const MAX_WAIT_MS = DAY;
const SERVER = { network: 'server', requestId: 'webhooks' };

/** Switches a locked receiver off, ends its waiting deliveries, and notifies the administrators of the reason. */
const switchOff = async (tx: Repositories, { id, name, address_hint }: WebhookRow, reason: string, at: Date): Promise<void> => {
  await tx.webhooks.change(id, { off_at: at.toISOString(), problem: reason, busy_until: null });
  await tx.webhookDeliveries.endWaiting(id, t.switchedOff, at);
  const facts = { subject: { kind: 'webhook', id }, occurrence: `off:${at.toISOString()}`, words: { webhook: name, reason } } as const;
  await notify(tx, 'webhookOff', facts, { to: await tx.periods.peopleOf(['admin']), at });
  const entry = { actorId: null, action: 'webhook.switched_off', entity: 'webhook', entityId: String(id), cause: reason };
  await tx.audit.write({ ...entry, after: { name, address: address_hint } }, SERVER, at);
};

const retryOf = ({ attempts }: DeliveryRow, { waitMs }: DeliveryOutcome, at: Date): string | null => {
  const planned = waitsMs[attempts - 1];
  return planned === undefined ? null : plusMs(at, Math.min(MAX_WAIT_MS, Math.max(planned, waitMs))).toISOString();
};

/**
 * Records an attempt, unless the receiver or the delivery changed in the meantime. A failed delivery is repeated after growing waits; a
 * receiver that is gone, or has accepted nothing for days, is switched off. `repeats`: false for a test.
 */
export const settleDelivery = async (
  tx: Repositories,
  webhook: WebhookRow,
  delivery: DeliveryRow,
  outcome: DeliveryOutcome,
  at: Date,
  repeats = true,
): Promise<void> => {
  const current = await tx.webhooks.lock(webhook.id);
  if (!current) return;
  // Once the lease of this server has expired, another one may be delivering.
  if (current.busy_until === webhook.busy_until) await tx.webhooks.change(current.id, { busy_until: null });
  const now = await tx.webhookDeliveries.lock(delivery.id);
  if (now?.state !== 'sending' || now.attempts !== delivery.attempts) return;
  const version = (await tx.secrets.byName(addressNameOf(current.id)))?.version ?? null;
  // A response from the replaced address says nothing about the current one.
  if (repeats && outcome.addressVersion !== undefined && outcome.addressVersion !== version) {
    await tx.webhookDeliveries.change(now.id, { state: 'queued', lease_until: null, send_at: null });
    return;
  }
  const { status, durationMs, error, isGone } = outcome;
  const attempt = { status, duration_ms: durationMs, error, lease_until: null };
  if (error === null) {
    await tx.webhookDeliveries.change(now.id, { ...attempt, state: 'delivered', send_at: null, ended_at: at.toISOString() });
    await tx.webhooks.change(current.id, { problem: null, failing_since: null });
    return;
  }
  const sendAt = repeats && !isGone ? retryOf(now, outcome, at) : null;
  await tx.webhookDeliveries.change(
    now.id,
    sendAt === null
      ? { ...attempt, state: 'failed', send_at: null, ended_at: at.toISOString() }
      : { ...attempt, state: 'queued', send_at: sendAt },
  );
  // A test is not repeated, so it says nothing about how long the receiver has been failing.
  const since = current.failing_since ?? (repeats ? at.toISOString() : null);
  await tx.webhooks.change(current.id, { problem: error, failing_since: since });
  if (current.off_at !== null) return;
  if (isGone) return switchOff(tx, current, t.gone, at);
  if (repeats && since !== null && plusMs(new Date(since), offAfterDays * DAY) <= at)
    await switchOff(tx, current, fill(t.failing, { days: offAfterDays }), at);
};
