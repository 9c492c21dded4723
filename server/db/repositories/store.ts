import type { Kysely } from 'kysely';
import type { Database } from '../database.ts';
import { readAsKnownAt } from '../lens.ts';
import type { InstantColumn } from '../schema/columns.ts';
import type { Schema } from '../schema/index.ts';
import { adjustmentsRepository } from './adjustments/adjustments.ts';
import { adjustmentsPageRepository } from './adjustments/adjustmentsPage.ts';
import { straddlingRepository } from './adjustments/straddling.ts';
import { analyticsRepository } from './analytics/analytics.ts';
import { approvalsRepository } from './approvals/approvals.ts';
import { auditRepository } from './audit/audit.ts';
import { auditLogRepository } from './audit/auditLog.ts';
import { bankMatchesRepository } from './bank/matches.ts';
import { bankRulesRepository } from './bank/rules.ts';
import { bankTargetsRepository } from './bank/targets.ts';
import { bankTransactionsRepository } from './bank/transactions.ts';
import { bankPageRepository } from './bank/transactionsPage.ts';
import { affectedRepository } from './commissions/affected.ts';
import { bonusesRepository } from './commissions/bonuses.ts';
import { clauseSumsRepository } from './commissions/clauseSums.ts';
import { commissionSumsRepository } from './commissions/commissionSums.ts';
import { commissionsRepository } from './commissions/commissions.ts';
import { earningsChangesRepository } from './commissions/earningsChanges.ts';
import { factsRepository } from './commissions/facts.ts';
import { factsOfRecordRepository } from './commissions/factsOfRecord.ts';
import { holdsRepository } from './commissions/holds.ts';
import { invoicesRepository } from './commissions/invoices.ts';
import { marksRepository } from './commissions/marks.ts';
import { pricedRecordsRepository } from './commissions/pricedRecords.ts';
import { recordsRepository } from './commissions/records.ts';
import { releasesRepository } from './commissions/releases.ts';
import { splitsRepository } from './commissions/splits.ts';
import { wakeRepository } from './commissions/wake.ts';
import { whyNotRepository } from './commissions/whyNot.ts';
import { callsRepository } from './connections/calls.ts';
import { connectAttemptsRepository } from './connections/connectAttempts.ts';
import { connectedCustomersRepository } from './connections/connectedCustomers.ts';
import { connectionsRepository } from './connections/connections.ts';
import { heldRecordsRepository } from './connections/heldRecords.ts';
import { ledgerLinesRepository } from './connections/ledgerLines.ts';
import { outsideMemosRepository } from './connections/outsideMemos.ts';
import { outsideMoneyRepository } from './connections/outsideMoney.ts';
import { settledOtherwiseRepository } from './connections/settledOtherwise.ts';
import { sourceEventsRepository } from './connections/sourceEvents.ts';
import { syncRunsRepository } from './connections/syncRuns.ts';
import { customersRepository } from './customers/customers.ts';
import { crmDealsRepository } from './deals/crmDeals.ts';
import { dealLinksRepository } from './deals/dealLinks.ts';
import { dealMovesRepository } from './deals/dealMoves.ts';
import { dealsRepository } from './deals/deals.ts';
import { dealsPageRepository } from './deals/dealsPage.ts';
import { openDealsRepository } from './deals/openDeals.ts';
import { pipelineRepository } from './deals/pipeline.ts';
import { disputesRepository } from './disputes/disputes.ts';
import { drawsRepository } from './draws/draws.ts';
import { eventsRepository } from './events/events.ts';
import { eventsPageRepository } from './events/eventsPage.ts';
import { eventsPeopleRepository } from './events/eventsPeople.ts';
import { eventsStoryRepository } from './events/eventsStory.ts';
import { shiftsRepository } from './events/shifts.ts';
import { proposalsRepository } from './facts/proposals.ts';
import { flowsRepository } from './flows/flows.ts';
import { commissionCostsRepository } from './forecast/commissionCosts.ts';
import { forecastRepository } from './forecast/forecast.ts';
import { arrivingInvoicesRepository } from './imports/arrivingInvoices.ts';
import { importedFactsRepository } from './imports/importedFacts.ts';
import { importedReceiptsRepository } from './imports/importedReceipts.ts';
import { importNamesRepository } from './imports/importNames.ts';
import { importRowsRepository } from './imports/importRows.ts';
import { importRunsRepository } from './imports/importRuns.ts';
import { openingPositionRepository } from './imports/openingPosition.ts';
import { paidBeforeRepository } from './imports/paidBefore.ts';
import { quarantineRepository } from './imports/quarantine.ts';
import { undoingRepository } from './imports/undoing.ts';
import { invoiceBalancesRepository } from './invoices/balances.ts';
import { invoiceRowsRepository } from './invoices/invoices.ts';
import { invoicesPageRepository } from './invoices/invoicesPage.ts';
import { idempotencyRepository } from './jobs/idempotency.ts';
import { jobsRepository } from './jobs/jobs.ts';
import { schedulesRepository } from './jobs/schedules.ts';
import { lensRepository } from './lens/lens.ts';
import { changesRepository } from './live/changes.ts';
import { outboxRepository } from './mail/outbox.ts';
import { channelsRepository } from './notifications/channels.ts';
import { noticeCausesRepository } from './notifications/noticeCauses.ts';
import { notificationsRepository } from './notifications/notifications.ts';
import { allocationsRepository } from './payments/allocations.ts';
import { paymentsPageRepository } from './payments/paymentsPage.ts';
import { receiptsRepository } from './payments/receipts.ts';
import { payoutLinesRepository } from './payouts/payoutLines.ts';
import { payoutRunsRepository } from './payouts/payoutRuns.ts';
import { payoutsRepository } from './payouts/payouts.ts';
import { payoutsPageRepository } from './payouts/payoutsPage.ts';
import { periodsRepository } from './payPeriods/periods.ts';
import { quotaPeopleRepository } from './payPeriods/quotaPeople.ts';
import { reviewsRepository } from './payPeriods/reviews.ts';
import { plannedChangesRepository } from './people/plannedChanges.ts';
import { provisionedRepository } from './people/provisioned.ts';
import { territoriesRepository } from './people/territories.ts';
import { userImportsRepository } from './people/userImports.ts';
import { usersRepository } from './people/users.ts';
import { activityRepository } from './performance/activity.ts';
import { goalsRepository } from './performance/goals.ts';
import { teamFiguresRepository } from './performance/teamFigures.ts';
import { planDraftsRepository } from './planDrafts/planDrafts.ts';
import { planPeopleRepository } from './plans/planPeople.ts';
import { readSnapshot } from './readSnapshot.ts';
import { reportFiguresRepository } from './reports/reportFigures.ts';
import { reportPartsRepository } from './reports/reportParts.ts';
import { reportSchedulesRepository } from './reports/reportSchedules.ts';
import { reportsRepository } from './reports/reports.ts';
import { searchRepository } from './search/search.ts';
import { secretsRepository } from './secrets/secrets.ts';
import { loginAttemptsRepository } from './session/loginAttempts.ts';
import { principalsRepository } from './session/principals.ts';
import { secondFactorsRepository } from './session/secondFactors.ts';
import { sessionsRepository } from './session/sessions.ts';
import { signInLinksRepository } from './session/signInLinks.ts';
import { ssoAttemptsRepository } from './session/ssoAttempts.ts';
import { tokensRepository } from './session/tokens.ts';
import { configRepository } from './settings/config.ts';
import { configChangesRepository } from './settings/configChanges.ts';
import { logoRepository } from './settings/logo.ts';
import { settingsRepository } from './settings/settings.ts';
import { setupRepository } from './setup/setup.ts';
import { issuedRepository } from './statements/issued.ts';
import { statementRootsRepository } from './statements/roots.ts';
import { statementPartsRepository } from './statements/statementParts.ts';
import { statementsRepository } from './statements/statements.ts';
import { storyRepository } from './story/story.ts';
import { apiTokensRepository } from './tokens/apiTokens.ts';
import { viewsRepository } from './views/views.ts';
import { deliveriesRepository } from './webhooks/deliveries.ts';
import { webhooksRepository } from './webhooks/webhooks.ts';

/** `sendsMail`: true if a mail server is configured. */
export type StoreOptions = Readonly<{ sendsMail?: boolean }>;

const repositoriesOf = (query: Kysely<Schema>, { sendsMail = false }: StoreOptions) => ({
  adjustments: adjustmentsRepository(query),
  adjustmentsPage: adjustmentsPageRepository(query),
  allocations: allocationsRepository(query),
  apiTokens: apiTokensRepository(query),
  approvals: approvalsRepository(query),
  arrivingInvoices: arrivingInvoicesRepository(query),
  audit: auditRepository(query),
  auditLog: auditLogRepository(query),
  bankMatches: bankMatchesRepository(query),
  bankPage: bankPageRepository(query),
  bankRules: bankRulesRepository(query),
  bankTargets: bankTargetsRepository(query),
  bankTransactions: bankTransactionsRepository(query),
  bonuses: bonusesRepository(query),
  calls: callsRepository(query),
  channels: channelsRepository(query),
  territories: territoriesRepository(query),
  logo: logoRepository(query),
  clauseSums: clauseSumsRepository(query),
  config: configRepository(query),
  configChanges: configChangesRepository(query),
  connectAttempts: connectAttemptsRepository(query),
  connectedCustomers: connectedCustomersRepository(query),
  connections: connectionsRepository(query),
  crmDeals: crmDealsRepository(query),
  dealLinks: dealLinksRepository(query),
  dealMoves: dealMovesRepository(query),
  customers: customersRepository(query),
  deals: dealsRepository(query),
  dealsPage: dealsPageRepository(query),
  disputes: disputesRepository(query),
  draws: drawsRepository(query),
  events: eventsRepository(query),
  eventsPage: eventsPageRepository(query),
  eventsPeople: eventsPeopleRepository(query),
  eventsStory: eventsStoryRepository(query),
  facts: factsRepository(query),
  factsOfRecord: factsOfRecordRepository(query),
  goals: goalsRepository(query),
  earningsChanges: earningsChangesRepository(query),
  heldRecords: heldRecordsRepository(query),
  holds: holdsRepository(query),
  idempotency: idempotencyRepository(query),
  importedFacts: importedFactsRepository(query),
  importedReceipts: importedReceiptsRepository(query),
  openingPosition: openingPositionRepository(query),
  setup: setupRepository(query),
  paidBefore: paidBeforeRepository(query),
  importNames: importNamesRepository(query),
  importRows: importRowsRepository(query),
  importRuns: importRunsRepository(query),
  invoiceBalances: invoiceBalancesRepository(query),
  invoiceRows: invoiceRowsRepository(query),
  invoices: invoicesRepository(query),
  invoicesPage: invoicesPageRepository(query),
  jobs: jobsRepository(query),
  ledgerLines: ledgerLinesRepository(query),
  lens: lensRepository(query),
  loginAttempts: loginAttemptsRepository(query),
  marks: marksRepository(query),
  noticeCauses: noticeCausesRepository(query),
  notifications: notificationsRepository(query, outboxRepository(query, sendsMail), channelsRepository(query)),
  openDeals: openDealsRepository(query),
  outbox: outboxRepository(query, sendsMail),
  outsideMemos: outsideMemosRepository(query),
  outsideMoney: outsideMoneyRepository(query),
  settledOtherwise: settledOtherwiseRepository(query),
  paymentsPage: paymentsPageRepository(query),
  payoutRuns: payoutRunsRepository(query),
  payouts: payoutsRepository(query),
  payoutLines: payoutLinesRepository(query),
  payoutsPage: payoutsPageRepository(query),
  periods: periodsRepository(query),
  planDrafts: planDraftsRepository(query),
  planPeople: planPeopleRepository(query),
  pricedRecords: pricedRecordsRepository(query),
  pipeline: pipelineRepository(query),
  quarantine: quarantineRepository(query),
  proposals: proposalsRepository(query),
  plannedChanges: plannedChangesRepository(query),
  provisioned: provisionedRepository(query),
  receipts: receiptsRepository(query),
  records: recordsRepository(query),
  releases: releasesRepository(query),
  reportFigures: reportFiguresRepository(query),
  reportParts: reportPartsRepository(query),
  reports: reportsRepository(query),
  reportSchedules: reportSchedulesRepository(query),
  flows: flowsRepository(query),
  forecast: forecastRepository(query),
  commissionCosts: commissionCostsRepository(query),
  schedules: schedulesRepository(query),
  search: searchRepository(query),
  secrets: secretsRepository(query),
  sessions: sessionsRepository(query),
  settings: settingsRepository(query),
  shifts: shiftsRepository(query),
  sourceEvents: sourceEventsRepository(query),
  splits: splitsRepository(query),
  syncRuns: syncRunsRepository(query),
  statementParts: statementPartsRepository(query),
  statementRoots: statementRootsRepository(query),
  statements: statementsRepository(query),
  story: storyRepository(query),
  issued: issuedRepository(query),
  reviews: reviewsRepository(query),
  signInLinks: signInLinksRepository(query),
  secondFactors: secondFactorsRepository(query),
  ssoAttempts: ssoAttemptsRepository(query),
  tokens: tokensRepository(query),
  affected: affectedRepository(query),
  undoing: undoingRepository(query),
  userImports: userImportsRepository(query),
  users: usersRepository(query),
  wake: wakeRepository(query),
  whyNot: whyNotRepository(query),
  views: viewsRepository(query),
  webhooks: webhooksRepository(query),
  webhookDeliveries: deliveriesRepository(query),
});
/** The repositories available within a transaction. */
export type Repositories = ReturnType<typeof repositoriesOf>;

/** All repositories over one database, including those with their own hot statements. */
const openRepositories = (db: Database, options: StoreOptions) => {
  const current = repositoriesOf(db.query, options);
  return {
    ...current,
    analytics: analyticsRepository(db),
    changes: changesRepository(db),
    principals: principalsRepository(db),
    commissions: commissionsRepository(db),
    commissionSums: commissionSumsRepository(db),
    straddling: straddlingRepository(db),
    quotaPeople: quotaPeopleRepository(db),
    teamFigures: teamFiguresRepository(db),
    activity: activityRepository(db),
    ping: db.ping,
    poolConnections: db.connections,
    kind: db.kind,
    transaction: <T>(work: (repositories: Repositories) => Promise<T>): Promise<T> =>
      db.query.transaction().execute((trx) => work(repositoriesOf(trx, options))),
    /**
     * Reads a consistent state. The embedded database's one connection is released between statements: if a write happens in between,
     * everything is read again in one transaction. So `work` must be read-only and may run twice.
     */
    snapshot: async <T>(work: (repositories: Repositories) => Promise<T>): Promise<T> => {
      if (db.kind === 'embedded') {
        const before = await readSnapshot(db);
        const result = await work(current);
        if ((await readSnapshot(db)) === before) return result;
      }
      const transaction = db.query.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
      return transaction.execute((trx) => work(repositoriesOf(trx, options)));
    },
  };
};

export type Store = ReturnType<typeof openRepositories> &
  Readonly<{
    /** Reads money as known at an instant: `work` gets this store as of then, read-only. */
    asKnown: <T>(at: InstantColumn, work: (past: Store) => Promise<T>) => Promise<T>;
  }>;

/**
 * All repositories over one database. Inside `transaction`, use only the repositories it passes in, because the transaction occupies the
 * embedded database's only connection.
 */
export const openStore = (db: Database, options: StoreOptions = {}): Store => ({
  ...openRepositories(db, options),
  asKnown: (at, work) =>
    readAsKnownAt(db, at, (lensDatabase) => {
      const past = openRepositories(lensDatabase, options);
      const readPast = <T>(read: (repositories: Repositories) => Promise<T>): Promise<T> => read(past);
      return work({
        ...past,
        transaction: readPast,
        snapshot: readPast,
        asKnown: () => Promise.reject(new Error('the past has no past of its own')),
      });
    }),
});
