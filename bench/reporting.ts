import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { ReportFormat } from '../contract/entities/report.ts';
import { openDatabase } from '../server/db/open.ts';
import { openStore } from '../server/db/repositories/store.ts';
import { findReport } from '../server/domain/reports/changeReport.ts';
import { notifyReportEnded } from '../server/domain/reports/endReport.ts';
import { REPORT_JOB, requestReport } from '../server/domain/reports/requestReport.ts';
import { createWorker } from '../server/jobs/worker.ts';
import { writeReport } from '../server/jobs/writeReport.ts';

/** A report from request to file: wall time, this process's peak memory including threads, and how long other work had to wait. */
export type Written = Readonly<{ seconds: number; megabytes: number; delayMs: number; looks: number; rows: number; size: number }>;

const RANGE = { start_date: '2018-01-01', end_date: '2026-04-30' };
const clock = (): Date => new Date('2026-11-21T19:00:00Z');
const LOOK_MS = 100;

const writing = async (databaseUrl: string, format: ReportFormat): Promise<Written> => {
  const db = await openDatabase({ databaseUrl, dataDir: '' });
  const store = openStore(db);
  const failures: unknown[] = [];
  const log = (error: unknown): void => void failures.push(error);
  const handlers = { [REPORT_JOB]: { lane: 'reports', handle: writeReport(store, clock), ended: notifyReportEnded } } as const;
  const worker = createWorker({ store, clock, handlers, log });
  const [boss] = await store.periods.peopleOf(['admin']);
  const heads = { config: 0, periods: 0, people: 0, moment: '' };
  const asker = { actor: { id: String(boss), role: 'admin' }, userId: boss ?? 0, sessionId: 0, mustChangePassword: false, heads } as const;

  let rss = 0;
  const sampler = setInterval(() => {
    rss = Math.max(rss, process.memoryUsage().rss);
  }, 20);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  const from = performance.now();
  const { id } = await requestReport({ store, clock }, asker, { type: 'commission_summary', format, ...RANGE });
  delay.enable();
  let ended = false;
  const done = worker.drain().finally(() => {
    ended = true;
  });
  const seen = new Set<number>();
  while (!ended) {
    const { progress } = await findReport({ store }, asker, Number(id));
    if (progress) seen.add(progress.done);
    await pause(LOOK_MS);
  }
  await done;
  const seconds = (performance.now() - from) / 1000;
  delay.disable();
  clearInterval(sampler);
  const report = await findReport({ store }, asker, Number(id));
  if (report.status !== 'completed') throw new Error(`${format}: ${report.status} ${report.error}`, { cause: failures[0] });
  await db.close();
  return {
    seconds,
    megabytes: rss / 1e6,
    delayMs: delay.percentile(99) / 1e6,
    looks: seen.size,
    rows: report.rows ?? 0,
    size: report.size ?? 0,
  };
};

const [databaseUrl, format] = process.argv.slice(2);
if (databaseUrl && import.meta.filename === process.argv[1])
  console.log(JSON.stringify(await writing(databaseUrl, format as ReportFormat)));
