import { createHash, timingSafeEqual } from 'node:crypto';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { notFoundProblem } from '../../domain/shared/problem.ts';
import type { Services } from '../../domain/shared/services.ts';
import type { ServerApp } from '../app.types.ts';

const BUCKETS_S = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

const createMetrics = ({ store, clock }: Pick<Services, 'store' | 'clock'>) => {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'quotaboard_request_seconds',
    help: 'Time until a request was answered, by the pattern of its route',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS_S,
    registers,
  });
  const labelNames = ['kind'];
  const waitingJobs = new Gauge({ name: 'quotaboard_jobs_waiting', help: 'Jobs that are due and not taken', labelNames, registers });
  const oldestJob = new Gauge({ name: 'quotaboard_job_wait_seconds', help: 'How long the oldest due job waits', labelNames, registers });
  const marks = new Gauge({ name: 'quotaboard_marks_waiting', help: 'Days of people whose figures are not computed yet', registers });
  const connections = new Gauge({
    name: 'quotaboard_database_connections',
    help: 'Connections of this instance to the database (in_use, idle), and callers that wait for one (waiting)',
    labelNames: ['pool', 'state'],
    registers,
  });
  const read = async (): Promise<string> => {
    const [backlog, waitingMarks] = await Promise.all([store.jobs.backlog(clock()), store.marks.count()]);
    waitingJobs.reset();
    oldestJob.reset();
    for (const { kind, jobs, seconds } of backlog) {
      waitingJobs.set({ kind }, jobs);
      oldestJob.set({ kind }, seconds);
    }
    marks.set(waitingMarks);
    for (const { name: pool, inUse, idle, waiting } of store.poolConnections()) {
      connections.set({ pool, state: 'in_use' }, inUse);
      connections.set({ pool, state: 'idle' }, idle);
      connections.set({ pool, state: 'waiting' }, waiting);
    }
    return registry.metrics();
  };
  return { requests, read, contentType: registry.contentType };
};

/**
 * `GET /metrics` in Prometheus text, for callers with the token of METRICS_TOKEN; anybody else gets 404. Labels are patterns of routes and
 * kinds of jobs: no ids, names or amounts.
 */
export const addMetrics = (app: ServerApp, services: Pick<Services, 'store' | 'clock'>, token: string | undefined): void => {
  const metrics = token === undefined ? null : createMetrics(services);
  const expected = digest(`Bearer ${token}`);
  if (metrics)
    app.addHook('onResponse', async ({ method, is404, routeOptions: { url } }, { statusCode, elapsedTime }) => {
      const route = is404 || url === undefined ? 'none' : url;
      metrics.requests.observe({ method, route, status: statusCode }, elapsedTime / 1000);
    });
  app.register(async (scope) => {
    scope.get('/metrics', { config: { permission: 'public' }, schema: { hide: true } }, async ({ headers }, reply) => {
      if (!metrics || !timingSafeEqual(digest(headers.authorization ?? ''), expected)) throw notFoundProblem('address');
      return reply
        .header('cache-control', 'no-store')
        .type(metrics.contentType)
        .send(await metrics.read());
    });
  });
};
