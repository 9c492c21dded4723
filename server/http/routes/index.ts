import type { Route } from '../app.types.ts';
import { adjustmentsRoutes } from './adjustments/index.ts';
import { commissionsRoutes } from './commissions/index.ts';
import { connectionsRoutes } from './connections/index.ts';
import { disputesRoutes } from './disputes/index.ts';
import { eventsRoutes } from './events/index.ts';
import { importsRoutes } from './imports/index.ts';
import { notificationsRoutes } from './notifications/index.ts';
import { operationsRoutes } from './operations/index.ts';
import { payPeriodsRoutes } from './payPeriods/index.ts';
import { peopleRoutes } from './people/index.ts';
import { projectionsRoutes } from './projections/index.ts';
import { sessionRoutes } from './session/index.ts';
import { settingsRoutes } from './settings/index.ts';
import { statementsRoutes } from './statements/index.ts';

/** Every call the server answers, by subject. */
export const routes: readonly Route[] = [
  ...adjustmentsRoutes,
  ...commissionsRoutes,
  ...connectionsRoutes,
  ...disputesRoutes,
  ...eventsRoutes,
  ...importsRoutes,
  ...notificationsRoutes,
  ...operationsRoutes,
  ...payPeriodsRoutes,
  ...peopleRoutes,
  ...projectionsRoutes,
  ...sessionRoutes,
  ...settingsRoutes,
  ...statementsRoutes,
];
