import { limits } from '../../contract/limits.ts';
import type { DeliveryRow } from '../db/repositories/webhooks/deliveries.ts';
import type { WebhookRow } from '../db/repositories/webhooks/webhooks.ts';
import { MINUTE, plusMs } from '../domain/shared/clock.ts';
import { type DeliveryDeps, deliverWebhook } from '../domain/webhooks/deliverWebhook.ts';
import { settleDelivery } from '../domain/webhooks/settleDelivery.ts';
import type { LaneWorker } from '../jobs/lane.ts';

export type WebhookSenderOptions = DeliveryDeps & Readonly<{ log: (error: unknown) => void }>;

/** Longer than any attempt can take. */
const LEASE_MS = 2 * MINUTE;
type Claimed = Readonly<{ webhook: WebhookRow; delivery: DeliveryRow }>;

/**
 * Delivers events, one at a time to each receiver and in their order, to all receivers at once: a slow one delays no other. A receiver may
 * get an event twice if this server dies between the answer and recording it.
 */
export const createWebhookSender = ({ log, ...deps }: WebhookSenderOptions): LaneWorker => {
  const { store, clock } = deps;
  const working = new Set<Promise<void>>();
  /** Shared by all rounds, so that rounds during a long delivery don't pile up. */
  let idle: Promise<void> | null = null;
  let stopping = false;

  const claim = (): Promise<Claimed | null> =>
    store.transaction(async (tx) => {
      const at = clock();
      const ready = await tx.webhooks.lockReady(at);
      const next = ready && (await tx.webhookDeliveries.lockNext(ready.id, at));
      if (!ready || !next) return null;
      const lease_until = plusMs(at, LEASE_MS).toISOString();
      const webhook = await tx.webhooks.change(ready.id, { busy_until: lease_until });
      const delivery = await tx.webhookDeliveries.change(next.id, { state: 'sending', attempts: next.attempts + 1, lease_until });
      return { webhook, delivery };
    });

  const work = async (first: Claimed): Promise<void> => {
    for (let claimed: Claimed | null = first; claimed !== null; claimed = stopping ? null : await claim()) {
      const { webhook, delivery } = claimed;
      const outcome = await deliverWebhook(deps, webhook, delivery);
      await store.transaction((tx) => settleDelivery(tx, webhook, delivery, outcome, clock()));
    }
  };
  const begin = (claimed: Claimed): void => {
    const task: Promise<void> = work(claimed)
      .catch(log)
      .finally(() => working.delete(task));
    working.add(task);
  };

  const untilIdle = async (): Promise<void> => {
    while (working.size > 0) await Promise.all(working);
    idle = null;
  };

  return {
    drain: async () => {
      let begun = 0;
      for (; !stopping && working.size < limits.webhooks.most; begun += 1) {
        const claimed = await claim();
        if (claimed === null) break;
        begin(claimed);
      }
      idle ??= untilIdle();
      await idle;
      return begun;
    },
    stop: async (graceMs) => {
      stopping = true;
      const timeout = new Promise<void>((resolve) => {
        setTimeout(resolve, graceMs).unref();
      });
      await Promise.race([Promise.all(working).then(() => {}, log), timeout]);
    },
  };
};
