import type { Route } from '../../app.types.ts';
import { webhookDeliveriesRoute } from './deliveries.ts';
import { webhooksRoute } from './webhooks.ts';

export const outgoingWebhooksRoutes: readonly Route[] = [webhooksRoute, webhookDeliveriesRoute];
