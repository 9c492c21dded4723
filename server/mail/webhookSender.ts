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
type ClaimedDelivery = Readonly<{ webhook: WebhookRow; delivery: DeliveryRow }>;

/**
 * Delivers events, one at a time to each receiver and in their order, to all receivers at once: a slow one delays no other. A receiver may
 * get an event twice if this server dies between the answer and recording it.
 */
export const createWebhookSender = ({ log, ...deps }: WebhookSenderOptions): LaneWorker => {
  const { store, clock } = deps;
  const tasks = new Set<Promise<void>>();
  /** Shared by all rounds, so that rounds during a long delivery don't pile up. */
  let running: Promise<void> | null = null;
  let isStopping = false;

  const claim = (): Promise<ClaimedDelivery | null> =>
    store.transaction(async (tx) => {
      const at = clock();
      const readyWebhook = await tx.webhooks.lockReady(at);
      const next = readyWebhook && (await tx.webhookDeliveries.lockNext(readyWebhook.id, at));
      if (!readyWebhook || !next) return null;
      const lease_until = plusMs(at, LEASE_MS).toISOString();
      const webhook = await tx.webhooks.change(readyWebhook.id, { busy_until: lease_until });
      const delivery = await tx.webhookDeliveries.change(next.id, { state: 'sending', attempts: next.attempts + 1, lease_until });
      return { webhook, delivery };
    });

  const deliverAll = async (first: ClaimedDelivery): Promise<void> => {
    for (let claimed: ClaimedDelivery | null = first; claimed !== null; claimed = isStopping ? null : await claim()) {
      const { webhook, delivery } = claimed;
      const outcome = await deliverWebhook(deps, webhook, delivery);
      await store.transaction((tx) => settleDelivery(tx, webhook, delivery, outcome, clock()));
    }
  };
  const startTask = (claimed: ClaimedDelivery): void => {
    const task: Promise<void> = deliverAll(claimed)
      .catch(log)
      .finally(() => tasks.delete(task));
    tasks.add(task);
  };

  const waitUntilIdle = async (): Promise<void> => {
    while (tasks.size > 0) await Promise.all(tasks);
    running = null;
  };

  return {
    drain: async () => {
      let startedCount = 0;
      for (; !isStopping && tasks.size < limits.webhooks.maxWebhooks; startedCount += 1) {
        const claimed = await claim();
        if (claimed === null) break;
        startTask(claimed);
      }
      running ??= waitUntilIdle();
      await running;
      return startedCount;
    },
    stop: async (graceMs) => {
      isStopping = true;
      const timeout = new Promise<void>((resolve) => {
        setTimeout(resolve, graceMs).unref();
      });
      await Promise.race([Promise.all(tasks).then(() => {}, log), timeout]);
    },
  };
};
