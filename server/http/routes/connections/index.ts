import type { Route } from '../../app.types.ts';
import { postWebhook } from './postWebhook.ts';

export const connectionsRoutes: readonly Route[] = [postWebhook];
