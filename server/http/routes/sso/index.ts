import type { Route } from '../../app.types.ts';
import { beginSsoRoute } from './beginSso.ts';
import { finishSsoRoute } from './finishSso.ts';
import { returnFromIssuerRoute } from './returnFromIssuer.ts';

export const ssoRoutes: readonly Route[] = [beginSsoRoute, returnFromIssuerRoute, finishSsoRoute];
