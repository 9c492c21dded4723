import type { IssuedWebhook, Webhook, WebhookBody, WebhookDeliveryPage } from '../../contract/entities/webhook.ts';
import type { Http } from './http.ts';

const path = '/api/v1/outgoing-webhooks';
const toPath = (id: string): string => `${path}/${encodeURIComponent(id)}`;

/** Available with the feature `webhooks`: receivers of the company's events (decisions 4.14). */
export const createWebhooks = (http: Http) => ({
  list: async (signal?: AbortSignal): Promise<readonly Webhook[]> =>
    (await http<{ data: Webhook[] }>(path, { ...(signal ? { signal } : {}) })).data,
  add: (body: WebhookBody): Promise<IssuedWebhook> => http(path, { method: 'POST', body }),
  change: (id: string, body: WebhookBody): Promise<Webhook> => http(toPath(id), { method: 'PUT', body }),
  rotate: (id: string): Promise<IssuedWebhook> => http(`${toPath(id)}/secret`, { method: 'POST', body: {} }),
  test: (id: string): Promise<void> => http(`${toPath(id)}/test`, { method: 'POST', body: {} }),
  remove: (id: string): Promise<void> => http(toPath(id), { method: 'DELETE' }),
  listDeliveries: (id: string, cursor: string | null, signal?: AbortSignal): Promise<WebhookDeliveryPage> =>
    http(`${toPath(id)}/deliveries${cursor === null ? '' : `?cursor=${encodeURIComponent(cursor)}`}`, { ...(signal ? { signal } : {}) }),
  replay: (id: string, delivery: string): Promise<void> =>
    http(`${toPath(id)}/deliveries/${encodeURIComponent(delivery)}/replay`, { method: 'POST', body: {} }),
});
