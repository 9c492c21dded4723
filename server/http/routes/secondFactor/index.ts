import type { Route } from '../../app.types.ts';
import { confirmFactorRoute } from './confirmFactor.ts';
import { ownFactorRoute } from './ownFactor.ts';
import { ownPasskeysRoute } from './ownPasskeys.ts';
import { resetFactorRoute } from './resetFactor.ts';
import { finishSignInRoute } from './signIn.ts';

export const secondFactorRoutes: readonly Route[] = [
  finishSignInRoute,
  ownFactorRoute,
  confirmFactorRoute,
  ownPasskeysRoute,
  resetFactorRoute,
];
