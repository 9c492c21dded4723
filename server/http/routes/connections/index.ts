import type { Route } from '../../app.types.ts';
import { endSignIn } from './endSignIn.ts';
import { getIntegration } from './getIntegration.ts';
import { listIntegrations } from './listIntegrations.ts';
import { postIntegration } from './postIntegration.ts';
import { postWebhook } from './postWebhook.ts';
import { quickbooks } from './quickbooks.ts';
import { stepIntegration } from './stepIntegration.ts';

export const connectionsRoutes: readonly Route[] = [
  endSignIn,
  getIntegration,
  listIntegrations,
  postIntegration,
  postWebhook,
  quickbooks,
  stepIntegration,
];
