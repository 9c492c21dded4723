import type { Database } from './db/database.ts';
import { migrate } from './db/migrate.ts';
import { openDatabase } from './db/open.ts';
import { openReplica, type Replica } from './db/replica.ts';
import { usersRepository } from './db/repositories/people/users.ts';
import { createStaleReads } from './db/repositories/staleReads.ts';
import { yieldingDatabase } from './db/yieldingDatabase.ts';
import { systemClock } from './domain/shared/clock.ts';
import { createRequestPriority } from './domain/shared/requestPriority.ts';
import { instanceWorker } from './jobs/instanceWorker.ts';
import { backedUpAt } from './start/backedUp.ts';
import { loadDemoKey } from './start/demoKey.ts';
import { demoLines, prepareDemo } from './start/demoMode.ts';
import type { Config } from './start/environment.ts';
import { startBooks, startInTimeZone } from './start/firstConfig.ts';
import { assertPortFree, toPortError } from './start/port.ts';
import { assertHasKey, refuseUnsafe } from './start/safeStart.ts';
import { createSimulator } from './start/simulator.ts';
import { createStopper, waitAtMost } from './start/stop.ts';
import { startTracing, type Tracing } from './start/tracing.ts';
import { createVault } from './start/vault.ts';

/** `close` makes /readyz report that the server is leaving for `drainMs`, and then refuses new requests. */
export type RunningServer = Readonly<{ url: string; close: (drainMs?: number) => Promise<void> }>;
export type StartOptions = Readonly<{ config: Config; webRoot: string | undefined; print: (line: string) => void }>;

/** Time for requests in progress to finish when the server stops. */
const FINISH_MS = 10_000;

const open = ({ databaseUrl, dataDir }: Config, log: (text: string) => void, tracing: Tracing | null): Promise<Database> =>
  openDatabase({ dataDir, log, ...(databaseUrl ? { databaseUrl } : {}), ...(tracing ? { onStatement: tracing.onStatement } : {}) });

/** Null without DATABASE_READ_URL. */
const replicaOf = (primary: Database, { databaseReadUrl, dataDir }: Config, log: (text: string) => void): Replica | null =>
  databaseReadUrl === undefined
    ? null
    : openReplica({ primary, log, open: () => openDatabase({ databaseUrl: databaseReadUrl, dataDir, log, readOnly: true }) });

const prepare = async (db: Database, config: Config, print: (line: string) => void): Promise<void> => {
  await migrate(db);
  if (config.demo) return prepareDemo(db, config, print);
  await refuseUnsafe(db, config, print);
  await startInTimeZone(db, config);
  await startBooks(db);
  if (!(await usersRepository(db.query).hasAny()))
    print(`Nobody can sign in yet: ${config.databaseUrl ? '' : 'stop this server, '}run npm run admin:create.`);
};

/** The demo generates its own key if none is set. */
const withDemoKey = (config: Config): Config =>
  config.demo && config.encryptionKeys.length === 0 ? { ...config, encryptionKeys: [loadDemoKey(config.dataDir)] } : config;

const addressOf = (host: string, port: number): string => `http://${host.includes(':') ? `[${host}]` : host}:${port}`;

/**
 * Starts a server from a configuration: port, database, migrations, demo company, routes.
 * @throws StartRefused with one sentence, after closing everything it opened
 */
export const startServer = async ({ config: initialConfig, webRoot, print }: StartOptions): Promise<RunningServer> => {
  assertHasKey(initialConfig);
  const config = withDemoKey(initialConfig);
  await assertPortFree(config.port, config.host);
  const tracing = config.traces ? await startTracing() : null;
  let log = print;
  // The database opens in its own thread while this one loads the framework and then builds the routes.
  const [db, { buildApp }] = await Promise.all([open(config, (text) => log(text), tracing), import('./app.ts')]);
  const simulator = config.demo ? createSimulator() : null;
  const replica = replicaOf(db, config, (text) => log(text));
  try {
    const { outside } = config;
    const requestPriority = createRequestPriority();
    const toBackground = (database: Database) => yieldingDatabase(database, requestPriority.yieldToRequests);
    const worker = instanceWorker(
      toBackground(db),
      (error) => app.log.error({ err: error }, 'job failed'),
      systemClock,
      config.mail,
      {
        vault: createVault(config.encryptionKeys),
        outside,
      },
      replica ? createStaleReads(replica, toBackground) : undefined,
    );
    const stopping = createStopper();
    const app = buildApp({
      db,
      config,
      outside,
      requestPriority,
      nudge: worker.nudge,
      phase: stopping.phase,
      ...(config.databaseUrl ? {} : { backedUpAt: () => backedUpAt(config.dataDir) }),
      ...(webRoot ? { webRoot } : {}),
      ...(replica ? { replica } : {}),
      ...(simulator ? { simulator } : {}),
    });
    stopping.watch(app);
    log = (text) => app.log.warn(text);
    await Promise.all([prepare(db, config, print), app.ready()]);
    await app.listen({ port: config.port, host: config.host }).catch((error) => {
      throw toPortError(error, config.port, config.host);
    });
    worker.start();
    const boundAddress = app.server.address();
    const port = typeof boundAddress === 'object' && boundAddress ? boundAddress.port : config.port;
    if (config.demo) for (const line of await demoLines(db, config)) print(line);
    const close = async (drainMs = 0): Promise<void> => {
      simulator?.stop();
      await waitAtMost(Promise.all([stopping.stop(app, drainMs), worker.stop()]), drainMs + FINISH_MS);
      await Promise.all([db.close(), replica?.close()]);
      await tracing?.stop();
    };
    return { url: addressOf(config.host, port), close };
  } catch (error) {
    await Promise.all([db.close(), replica?.close()]);
    throw error;
  }
};
