import type { Route } from '../../app.types.ts';
import { endSignInRoute } from './endSignIn.ts';
import { getIntegrationRoute } from './getIntegration.ts';
import { listIntegrationsRoute } from './listIntegrations.ts';
import { postIntegrationRoute } from './postIntegration.ts';
import { postWebhookRoute } from './postWebhook.ts';
import { quickbooksRoute } from './quickbooks.ts';
import { stepIntegrationRoute } from './stepIntegration.ts';

export const connectionsRoutes: readonly Route[] = [
  endSignInRoute,
  getIntegrationRoute,
  listIntegrationsRoute,
  postIntegrationRoute,
  postWebhookRoute,
  quickbooksRoute,
  stepIntegrationRoute,
];
