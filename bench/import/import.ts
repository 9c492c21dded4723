import { execFile } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { openStore } from '../../server/db/repositories/store.ts';
import { listCommissions } from '../../server/domain/commissions/listCommissions.ts';
import { affectedBy, type Cause, previewEverybody, recomputeOrMark } from '../../server/domain/commissions/recompute/index.ts';
import { currentConfig } from '../../server/domain/plans/config.ts';
import { readPrincipal } from '../../server/domain/session/principal.ts';
import { createToken, hashToken } from '../../server/domain/session/tokens.ts';
import { createRequestPriority, type RequestPriority } from '../../server/domain/shared/requestPriority.ts';
import type { Result } from '../result.ts';
import { anyDay, type Company, emptyCompany, fileOf, invoicesOf, randomOf } from './company.ts';
import { clock, importing } from './importing.ts';
import { memoryOf } from './memory.ts';

const TODAY = '2026-11-21';
/** Interval between the second user's calls: a list and a booking. They first run alone; the cold calls of the warm-up aren't counted. */
const EVERY_MS = 200;
const WARM_MS = 4000;
const IDLE_MS = 8000;
const RANGE = { start_date: '2026-09-01', end_date: '2026-11-30', limit: 50 };

/**
 * `waits`: the limit of the p95 during the import, given the idle p95. `memory`: measures a separate process instead of this one, which
 * also compiles its sources.
 */
type Goals = Readonly<{
  seconds: number;
  waits: (idle: number) => number;
  most?: number;
  memory?: (file: Buffer) => Promise<number>;
}>;

const quantile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(share * values.length))] ?? 0;
const seconds = (from: number): number => (performance.now() - from) / 1000;

const DAY_MS = 86_400_000;

/** Signs the administrator in. @returns the Authorization header */
const signedIn = async ({ db, boss }: Company): Promise<string> => {
  const [store, token, at, expiresAt] = [openStore(db), createToken('at'), clock(), new Date(clock().getTime() + DAY_MS)];
  const sessionId = await store.sessions.begin({ userId: boss, remembered: false, network: 'bench', device: '', at, expiresAt });
  await store.tokens.addAccess(hashToken(token), sessionId, expiresAt);
  return `Bearer ${token}`;
};

/** Simulates a second user at work; each list call authenticates first, as in the product. @returns how long each call took, by phase */
const startSecondUser = ({ db, sellers }: Company, requestPriority: RequestPriority, header: string, cause: Cause) => {
  const random = randomOf(11);
  const waits = {
    warm: { list: [] as number[], booking: [] as number[] },
    idle: { list: [] as number[], booking: [] as number[] },
    busy: { list: [] as number[], booking: [] as number[] },
  };
  let phase: keyof typeof waits = 'warm';
  let over = false;
  let booked = 0;
  const store = openStore(db);
  const noted = async (label: 'list' | 'booking', work: () => Promise<unknown>): Promise<void> => {
    const [during, from, leave] = [phase, performance.now(), requestPriority.enter()];
    await work().finally(leave);
    waits[during][label].push(performance.now() - from);
  };
  const list = async () => {
    const { actor, heads } = await readPrincipal({ store, clock }, header);
    await listCommissions({ store, clock }, actor, RANGE, heads);
  };
  const book = () =>
    db.query.transaction().execute(async (trx) => {
      booked += 1;
      const tx = openStore({ ...db, query: trx });
      const row = {
        invoice_number: `BOOKED-${booked}`,
        customer_name: 'Booked',
        gross_cents: 100_000,
        net_cents: 100_000,
        state: 'sent' as const,
      };
      const { id } = await trx
        .insertInto('invoices')
        .values({ ...row, salesperson_id: sellers[random.below(sellers.length)] ?? null, booking_date: anyDay(random) })
        .returning('id')
        .executeTakeFirstOrThrow();
      await recomputeOrMark(tx, await affectedBy(tx, { invoices: [id] }), cause);
    });
  const going = (async () => {
    const all: Promise<void>[] = [];
    for (let next = performance.now(); !over; next += EVERY_MS) {
      all.push(noted('list', list), noted('booking', book));
      await pause(Math.max(0, next + EVERY_MS - performance.now()));
    }
    await Promise.all(all);
  })();
  return {
    turn: (next: keyof typeof waits): void => {
      phase = next;
    },
    end: async () => {
      over = true;
      await going;
      return waits;
    },
  };
};

/** Records that a full recomputation would still change, and months whose totals differ from the sum of their records. */
const wrongFigures = async ({ db }: Company): Promise<number> => {
  const store = openStore(db);
  let count = 0;
  for await (const { diff } of previewEverybody(store, await currentConfig(store), TODAY))
    count += diff.inserts.length + diff.updates.length + diff.removals.length;
  const { rows } = await sql<{ n: number }>`select count(*)::int8 as n from
    (select user_id, month, status, records::int8 as c, amount_cents as a from commission_months) s full join
    (select user_id, date_trunc('month', booking_date)::date as month, status, count(*) as c, sum(amount_cents)::int8 as a
      from commission_records group by 1, 2, 3) r using (user_id, month, status)
    where s.c is distinct from r.c or s.a is distinct from r.a`.execute(db.query);
  return count + (rows[0]?.n ?? 0);
};

const measure = async (company: Company, count: number, words: string, goals: Goals): Promise<Result[]> => {
  const cause: Cause = { actorId: company.boss, at: clock(), origin: { network: 'bench', requestId: 'bench' }, why: 'bench' };
  let memory = 0;
  const sampler = setInterval(() => {
    memory = Math.max(memory, process.memoryUsage().rss);
  }, 100);
  const file = await createFileSeparately(count, 7);
  const took: number[] = [];
  let records = 0;
  const requestPriority = createRequestPriority();
  const product = importing(company, requestPriority, (ms, written) => {
    took.push(ms);
    records += written;
  });
  const other = startSecondUser(company, requestPriority, await signedIn(company), cause);
  await pause(WARM_MS);
  other.turn('idle');
  await pause(IDLE_MS);
  other.turn('busy');
  const from = performance.now();
  const { previewed, written } = await product.run(file, 'first.csv');
  await product.settled();
  const total = seconds(from);
  const { idle, busy } = await other.end();
  // Waits for the last bookings.
  await product.settled();
  clearInterval(sampler);
  const repeated = await product.run(file, 'again.csv');
  await product.settled();
  await product.stop();
  const wrong = await wrongFigures(company);
  const figure = (label: string, value: number, limit?: number): Result => ({
    what: `import, ${words}: ${label}`,
    value,
    ...(limit === undefined ? {} : { limit }),
  });
  return [
    figure('until the last figure is right, s', total - previewed, goals.seconds),
    figure('until the last invoice is written, s', written - previewed),
    figure('upload, reading and preview before it, s', previewed),
    figure('records written', records),
    figure('transactions of the job, p50, ms', quantile(took, 0.5)),
    figure('transactions of the job, p99, ms', quantile(took, 0.99), 250),
    figure('transactions of the job, longest, ms', quantile(took, 1)),
    ...(['list', 'booking'] as const).flatMap((name) => [
      figure(`a ${name} alone, p95, ms`, quantile(idle[name], 0.95)),
      figure(`a ${name} meanwhile, p95, ms`, quantile(busy[name], 0.95), goals.waits(quantile(idle[name], 0.95))),
      figure(`a ${name} meanwhile, p99.9, ms`, quantile(busy[name], 0.999), goals.most),
    ]),
    figure('memory, MB', goals.memory ? await goals.memory(file) : memory / 1e6, 350),
    figure('the same again with nothing new, s', repeated.written - repeated.previewed, 3),
    figure('its upload, reading and preview, s', repeated.previewed),
    figure('figures that are wrong afterwards', wrong, 0),
  ];
};

const measureImport = async (serverUrl: string | null, count: number, words: string, goals: Goals): Promise<Result[]> => {
  const company = await emptyCompany(serverUrl);
  return measure(company, count, words, goals).finally(company.drop);
};

/** Ten years of invoices from before the books begin (decisions 2.12): imported without proposals or notifications. */
const measureOldInvoices = async (serverUrl: string, count: number): Promise<Result[]> => {
  const company = await emptyCompany(serverUrl);
  const { db } = company;
  try {
    await sql`update general_settings set set_up_on = '2024-12-01'`.execute(db.query);
    const old = invoicesOf(count, randomOf(5), 'OLD').map((row) => ({ ...row, cents: Math.abs(row.cents), of: '' }));
    const file = fileOf(old, ({ day, cents }) => `${2012 + (cents % 9)}-${String(1 + (day % 12)).padStart(2, '0')}-15`);
    const product = importing(company, createRequestPriority(), () => {});
    const from = performance.now();
    await product.run(file, 'old.csv');
    await product.settled();
    const took = seconds(from);
    await product.stop();
    const { rows } = await sql<{ records: number; proposals: number; notices: number }>`select
      (select count(*) from commission_records)::int8 as records, (select count(*) from adjustments)::int8 as proposals,
      (select count(*) from notifications)::int8 as notices`.execute(db.query);
    const figure = (label: string, value: number, limit?: number): Result => ({
      what: `import, ${count} from before the books begin: ${label}`,
      value,
      ...(limit === undefined ? {} : { limit }),
    });
    const [counts] = rows;
    return [
      figure('with upload and preview, s', took),
      figure('records', counts?.records ?? -1, 0),
      figure('proposals', counts?.proposals ?? -1, 0),
      figure('notifications', counts?.notices ?? -1, 0),
    ];
  } finally {
    await company.drop();
  }
};

const kinds: Readonly<Record<string, (serverUrl: string) => Promise<Result[]>>> = {
  postgres: (url) => measureImport(url, 100_000, '100,000 on PostgreSQL', { seconds: 90, waits: (idle) => idle * 2 }),
  old: (url) => measureOldInvoices(url, 100_000),
  embedded: () => measureImport(null, 20_000, '20,000 embedded', { seconds: 30, waits: (idle) => idle + 150, most: 300, memory: memoryOf }),
};

const runSelf = promisify(execFile);
const argumentsOf = (...args: readonly string[]): string[] => [...process.execArgv, import.meta.filename, ...args];

/** Written in a separate process, so that its memory doesn't count towards the import. */
const createFileSeparately = async (count: number, seed: number): Promise<Buffer> =>
  (await runSelf(process.execPath, argumentsOf('file', String(count), String(seed)), { encoding: 'buffer', maxBuffer: 1e9 })).stdout;

/** Runs in a separate process, so that only the import's memory is measured. */
const runSeparately = async (kind: string, serverUrl: string): Promise<Result[]> => {
  const { stdout } = await runSelf(process.execPath, argumentsOf(kind, serverUrl));
  return JSON.parse(stdout) as Result[];
};

/** Many invoices of 40 people over 24 open months, with a second user at work (decisions 7.08). */
export const benchImport = async (serverUrl: string | undefined): Promise<Result[]> => [
  ...(serverUrl ? [...(await runSeparately('postgres', serverUrl)), ...(await runSeparately('old', serverUrl))] : []),
  ...(await runSeparately('embedded', '')),
];

const [kind = '', url = '', seed = ''] = process.argv.slice(2);
if (import.meta.filename === process.argv[1]) {
  if (kind === 'file') process.stdout.write(fileOf(invoicesOf(Number(url), randomOf(Number(seed)))));
  else console.log(JSON.stringify((await kinds[kind]?.(url)) ?? []));
}
