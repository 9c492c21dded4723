import { messages } from '../../contract/messages.ts';
import type { Database } from '../db/database.ts';
import type { NewSchedule } from '../db/repositories/jobs/schedules.ts';
import type { StaleReads } from '../db/repositories/staleReads.ts';
import { openStore } from '../db/repositories/store.ts';
import { BANK_REVIEW_JOB, reviewUndecided } from '../domain/bank/importTransactions.ts';
import { beginDay, DAY_JOB, settleContests } from '../domain/commissions/recompute/index.ts';
import { notifyUpgrade } from '../domain/commissions/upgradeNotice.ts';
import type { OutsideServices } from '../domain/connections/outside.ts';
import { WATCH_JOB } from '../domain/connections/watch.ts';
import { notifyStaleDeals, STALE_DEALS_JOB } from '../domain/deals/staleDeals.ts';
import { IMPORT_JOB } from '../domain/imports/processImport.ts';
import { SWEEP_JOB, sweep } from '../domain/jobs/sweep.ts';
import { DIGEST_JOB, writeDigests } from '../domain/mail/digests.ts';
import { DAILY_NOTICES_JOB, sendDailyNotices } from '../domain/notifications/dailyNotices.ts';
import { applyPlanned } from '../domain/people/applyPlanned.ts';
import { notifyReportEnded } from '../domain/reports/endReport.ts';
import { SCHEDULED_REPORT_JOB, type ScheduledReport } from '../domain/reports/reportSchedules.ts';
import { REPORT_JOB } from '../domain/reports/requestReport.ts';
import { runSchedule } from '../domain/reports/runSchedule.ts';
import { IMPACT_JOB, PLAN_NOTICES_JOB } from '../domain/settings/configChange.ts';
import { type Clock, systemClock } from '../domain/shared/clock.ts';
import { ISSUE_JOB } from '../domain/statements/issueStatements.ts';
import { publishMissingRoots, ROOTS_JOB } from '../domain/statements/publishRoot.ts';
import { STATEMENT_JOB } from '../domain/statements/statementRequests.ts';
import { createChannelSender } from '../mail/channelSender.ts';
import { createSender } from '../mail/sender.ts';
import { type MailConfig, smtpTransport } from '../mail/transport.ts';
import { createWebhookSender } from '../mail/webhookSender.ts';
import { announcePlans, computeImpactJob } from './computeImpact.ts';
import { computeMarksJob, MARKS_JOB, marksPlanner } from './computeMarks.ts';
import type { Handler, Handlers } from './handler.ts';
import { importFile } from './importFile.ts';
import { writeIssuedStatements } from './issueStatements.ts';
import { createInvoiceAttachment } from './mailedInvoice.ts';
import { createPlanner } from './planner.ts';
import { retryDay } from './retryDay.ts';
import { connectionHandlers } from './syncConnection.ts';
import { throttleErrors } from './throttled.ts';
import { runWhileAllowed } from './whileAllowed.ts';
import { createWorker, type Worker } from './worker.ts';
import { writeReport } from './writeReport.ts';
import { writeStatement } from './writeStatement.ts';

/**
 * Automatic jobs: each new company day, notices about stale deals, overdue invoices and unready events, missing roots, bank review,
 * digests, cleanup.
 */
const builtIn: readonly NewSchedule[] = [
  { name: DAY_JOB, kind: DAY_JOB, calendar: '0 0 * * *' },
  { name: STALE_DEALS_JOB, kind: STALE_DEALS_JOB, calendar: '0 6 * * *' },
  { name: DAILY_NOTICES_JOB, kind: DAILY_NOTICES_JOB, calendar: '0 6 * * *' },
  { name: ROOTS_JOB, kind: ROOTS_JOB, calendar: '0 1 * * *' },
  // Open items change, so the possible matches of bank transactions change too.
  { name: BANK_REVIEW_JOB, kind: BANK_REVIEW_JOB, everySeconds: 900 },
  { name: SWEEP_JOB, kind: SWEEP_JOB, everySeconds: 3600 },
  // Time zones differ by quarters of an hour.
  { name: DIGEST_JOB, kind: DIGEST_JOB, everySeconds: 900 },
];

const watchSchedule: NewSchedule = { name: WATCH_JOB, kind: WATCH_JOB, everySeconds: 3600 };

/** The worker of one instance, over the same database as its routes: jobs, each new day, marked days, and emails. */
export const instanceWorker = (
  db: Database,
  log: (error: unknown) => void,
  clock: Clock = systemClock,
  mail: MailConfig | null = null,
  outsideServices: Pick<OutsideServices, 'vault' | 'outside'> | null = null,
  staleReads?: StaleReads,
): Worker => {
  const sendsMail = mail !== null;
  const store = openStore(db, { sendsMail });
  const transport = mail && smtpTransport(mail);
  const sender =
    transport && createSender({ store, clock, send: transport.send, links: mail.links, invoiceFile: createInvoiceAttachment(store), log });
  const channelSender = outsideServices && createChannelSender({ store, clock, ...outsideServices, log });
  const webhookSender = outsideServices && createWebhookSender({ store, clock, ...outsideServices, log });
  const handleNewDay: Handler = async ({ slot }) => {
    if (slot === null) return null;
    await applyPlanned({ store, clock }, slot, log).catch(log);
    await beginDay(store, slot, clock());
    await settleContests(store, slot, clock());
    return null;
  };
  const handleSweep: Handler = async () => {
    await sweep({ store, clock }, log);
    return null;
  };
  const handleDigest: Handler = async () => {
    await writeDigests(store, clock());
    return null;
  };
  const handleStaleDeals: Handler = async () => {
    await notifyStaleDeals(store, clock());
    return null;
  };
  const handleDailyNotices: Handler = async ({ slot }) => {
    if (slot !== null) await sendDailyNotices(store, slot, clock());
    return null;
  };
  const handleRoots: Handler = async ({ id }, { signal }) => {
    await publishMissingRoots({ store, clock }, `job-${id}`, signal);
    return null;
  };
  const handleBankReview: Handler = async (_, { signal }) => {
    await reviewUndecided(store, signal);
    return null;
  };
  const handleScheduledReport: Handler = async ({ payload }) => {
    await runSchedule(store, (payload as ScheduledReport).schedule_id, clock());
    return null;
  };
  const handlers: Handlers = {
    [STATEMENT_JOB]: {
      lane: 'quick',
      handle: runWhileAllowed(store, 'commission:read', writeStatement(store, clock)),
      failed: messages.jobs.notWritten,
    },
    [ISSUE_JOB]: { lane: 'long', handle: writeIssuedStatements(store, clock), failed: messages.jobs.notWritten },
    [ROOTS_JOB]: { lane: 'long', handle: handleRoots },
    [IMPACT_JOB]: {
      lane: 'long',
      handle: runWhileAllowed(store, 'settings:manage', computeImpactJob(store, clock)),
      failed: messages.configChange.computeFailed,
    },
    [PLAN_NOTICES_JOB]: { lane: 'quick', handle: announcePlans(store, clock) },
    [REPORT_JOB]: {
      lane: 'reports',
      handle: writeReport(store, clock, staleReads),
      failed: messages.reportRefusals.failed,
      ended: notifyReportEnded,
    },
    [SCHEDULED_REPORT_JOB]: { lane: 'quick', handle: handleScheduledReport },
    [DAY_JOB]: { lane: 'figures', handle: handleNewDay },
    [MARKS_JOB]: { lane: 'figures', handle: computeMarksJob(store, clock), failed: messages.jobs.notComputed, ended: notifyUpgrade },
    [DIGEST_JOB]: { lane: 'quick', handle: handleDigest },
    [STALE_DEALS_JOB]: { lane: 'quick', handle: handleStaleDeals },
    [DAILY_NOTICES_JOB]: { lane: 'quick', handle: handleDailyNotices },
    [BANK_REVIEW_JOB]: { lane: 'long', handle: handleBankReview },
    [SWEEP_JOB]: { lane: 'long', handle: handleSweep },
    [IMPORT_JOB]: {
      lane: 'long',
      handle: runWhileAllowed(store, 'import:manage', importFile(store, clock)),
      failed: messages.importProblems.failed,
    },
    ...(outsideServices ? connectionHandlers({ store, clock, ...outsideServices }, log) : {}),
  };
  const planMarks = marksPlanner(store, clock);
  const [enqueueDue, retryFailedDay] = [
    createPlanner({ store, clock, builtIn: outsideServices ? [...builtIn, watchSchedule] : builtIn, log }),
    retryDay(store, clock),
  ];
  const logPlanningError = throttleErrors(log, clock);
  const plan = async (): Promise<void> => {
    // Marks are planned even if the day's planning fails.
    await planMarks().catch(logPlanningError);
    await enqueueDue();
    await retryFailedDay();
  };
  const worker = createWorker({
    store,
    clock,
    log,
    plan,
    handlers,
    otherLanes: [sender, channelSender, webhookSender].filter((lane) => lane !== null),
  });
  return {
    ...worker,
    nudge: () => void planMarks().then(worker.nudge, log),
    stop: async () => {
      await worker.stop();
      transport?.close();
    },
  };
};
