import type { Route } from '../app.types.ts';
import { adjustmentsRoutes } from './adjustments/index.ts';
import { analyticsRoutes } from './analytics/index.ts';
import { approvalsRoutes } from './approvals/index.ts';
import { assistantRoutes } from './assistants/index.ts';
import { auditRoutes } from './audit/index.ts';
import { bankRoutes } from './bank/index.ts';
import { commissionsRoutes } from './commissions/index.ts';
import { connectionsRoutes } from './connections/index.ts';
import { customersRoutes } from './customers/index.ts';
import { dealsRoutes } from './deals/index.ts';
import { disputesRoutes } from './disputes/index.ts';
import { eventsRoutes } from './events/index.ts';
import { flowsRoutes } from './flows/index.ts';
import { forecastRoutes } from './forecast/index.ts';
import { importsRoutes } from './imports/index.ts';
import { invoicesRoutes } from './invoices/index.ts';
import { liveRoutes } from './live/index.ts';
import { notificationsRoutes } from './notifications/index.ts';
import { operationsRoutes } from './operations/index.ts';
import { paymentsRoutes } from './payments/index.ts';
import { payoutsRoutes } from './payouts/index.ts';
import { payPeriodsRoutes } from './payPeriods/index.ts';
import { peopleRoutes } from './people/index.ts';
import { performanceRoutes } from './performance/index.ts';
import { personsRoutes } from './persons/index.ts';
import { planDraftsRoutes } from './planDrafts/index.ts';
import { plansRoutes } from './plans/index.ts';
import { projectionsRoutes } from './projections/index.ts';
import { reportsRoutes } from './reports/index.ts';
import { searchRoutes } from './search/index.ts';
import { secondFactorRoutes } from './secondFactor/index.ts';
import { sessionRoutes } from './session/index.ts';
import { settingsRoutes } from './settings/index.ts';
import { setupRoutes } from './setup/index.ts';
import { simulationRoutes } from './simulation/index.ts';
import { splitsRoutes } from './splits/index.ts';
import { ssoRoutes } from './sso/index.ts';
import { statementsRoutes } from './statements/index.ts';
import { storyRoutes } from './story/index.ts';
import { tokenRoutes } from './tokens/index.ts';
import { viewsRoutes } from './views/index.ts';
import { outgoingWebhooksRoutes } from './webhooks/index.ts';

/** All API routes, by subject. */
export const apiRoutes: readonly Route[] = [
  ...adjustmentsRoutes,
  ...analyticsRoutes,
  ...flowsRoutes,
  ...forecastRoutes,
  ...auditRoutes,
  ...bankRoutes,
  ...approvalsRoutes,
  ...commissionsRoutes,
  ...connectionsRoutes,
  ...customersRoutes,
  ...dealsRoutes,
  ...disputesRoutes,
  ...eventsRoutes,
  ...importsRoutes,
  ...invoicesRoutes,
  ...liveRoutes,
  ...notificationsRoutes,
  ...operationsRoutes,
  ...paymentsRoutes,
  ...payoutsRoutes,
  ...payPeriodsRoutes,
  ...peopleRoutes,
  ...performanceRoutes,
  ...personsRoutes,
  ...planDraftsRoutes,
  ...plansRoutes,
  ...projectionsRoutes,
  ...reportsRoutes,
  ...searchRoutes,
  ...sessionRoutes,
  ...settingsRoutes,
  ...setupRoutes,
  ...simulationRoutes,
  ...splitsRoutes,
  ...secondFactorRoutes,
  ...ssoRoutes,
  ...statementsRoutes,
  ...storyRoutes,
  ...assistantRoutes,
  ...tokenRoutes,
  ...viewsRoutes,
  ...outgoingWebhooksRoutes,
];
