import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyHttpOptions, LogController, type RawServerDefault } from 'fastify';
import { createConnectors } from './connectors/index.ts';
import { createIssuer } from './connectors/oidc/issuer.ts';
import { createOutside } from './connectors/outside.ts';
import type { Database } from './db/database.ts';
import type { Replica } from './db/replica.ts';
import { createStaleReads } from './db/repositories/staleReads.ts';
import { openStore } from './db/repositories/store.ts';
import type { Outside, OutsideServices } from './domain/connections/outside.ts';
import { createPasswords } from './domain/session/passwords.ts';
import { type Clock, systemClock } from './domain/shared/clock.ts';
import { createRequestPriority, type RequestPriority } from './domain/shared/requestPriority.ts';
import type { Passwords, Services } from './domain/shared/services.ts';
import type { Simulator } from './domain/shared/simulator.ts';
import type { ServerApp } from './http/app.types.ts';
import { addAuthentication } from './http/plugins/authentication.ts';
import { clientErrorHandler } from './http/plugins/clientErrors.ts';
import { addCompilers } from './http/plugins/compilers.ts';
import { addConcurrencyLimits } from './http/plugins/concurrencyLimits.ts';
import { addDocsPage, addOpenApi } from './http/plugins/docs.ts';
import { addErrorHandler, handleError } from './http/plugins/errorHandler.ts';
import { addHeaders, securityHeaders } from './http/plugins/headers.ts';
import { addJsonBodies } from './http/plugins/json.ts';
import { addRequestLog, loggerOptions } from './http/plugins/logging.ts';
import { addMethods } from './http/plugins/methods.ts';
import { addMetrics } from './http/plugins/metrics.ts';
import { addPermissionGate } from './http/plugins/permissionGate.ts';
import { addRequestTracking } from './http/plugins/requestTracking.ts';
import { addRowAccessCheck } from './http/plugins/rowAccessCheck.ts';
import { addScim } from './http/plugins/scim.ts';
import { type AnswerLimits, addStallTimeouts } from './http/plugins/stallTimeouts.ts';
import { addStopping, type StopPhase } from './http/plugins/stopping.ts';
import { addTokenRateLimit } from './http/plugins/tokenRateLimit.ts';
import { addTracing } from './http/plugins/tracing.ts';
import { addWeb } from './http/plugins/web.ts';
import { apiRoutes } from './http/routes/index.ts';
import { findMailProblem } from './mail/mailProblem.ts';
import type { MailConfig } from './mail/transport.ts';
import type { Config } from './start/environment.ts';
import { createVault } from './start/vault.ts';

export type AppOptions = Readonly<{
  db: Database;
  config: Pick<Config, 'logLevel' | 'trustProxy' | 'publicUrl'> &
    Partial<Pick<Config, 'mail' | 'encryptionKeys' | 'outside' | 'metricsToken' | 'sso' | 'scimDefaultRole'>>;
  clock?: Clock;
  passwords?: Passwords;
  /** The built web app; without it only the API is served. */
  webRoot?: string;
  /** Time limit for a request to arrive. */
  requestTimeoutMs?: number;
  /** Time limits for a client to take its response. */
  answerLimits?: AnswerLimits;
  /** Log destination; standard output by default. */
  logTo?: { write: (line: string) => void };
  /** Called when a job is queued. */
  nudge?: () => void;
  /** Connectors and their HTTP client; by default the vendors' real systems. */
  outside?: Outside;
  /** When the last backup of the embedded database was made; null if none was seen. */
  backedUpAt?: () => Promise<string | null>;
  /** Poll interval of streams, for tests. */
  pace?: Services['pace'];
  /** The current stop phase; always `serving` by default. */
  phase?: () => StopPhase;
  /** For reads that may be a few seconds old. */
  replica?: Replica;
  simulator?: Simulator;
  /** Lets this process's worker yield to requests. */
  requestPriority?: RequestPriority;
}>;

const BODY_LIMIT = 256 * 1024;
/** How often Node checks for late requests. */
const TIMEOUT_CHECK_MS = 1000;
const MAX_HEADERS_MS = 10_000;
/** Node grants a write in progress one extension, so a stalled client loses its connection after 30 to 60 seconds. */
const ANSWER_LIMITS: AnswerLimits = { stalledMs: 30_000, wholeMs: 300_000 };

const serverOptions = ({ config, requestTimeoutMs = 15_000, logTo }: AppOptions): FastifyHttpOptions<RawServerDefault> => ({
  logger: { ...(loggerOptions(config.logLevel) as object), ...(logTo ? { stream: logTo } : {}) },
  logController: new LogController({ disableRequestLogging: true }),
  genReqId: () => randomUUID(),
  requestIdHeader: false,
  trustProxy: config.trustProxy.length > 0 ? [...config.trustProxy] : false,
  bodyLimit: BODY_LIMIT,
  requestTimeout: requestTimeoutMs,
  keepAliveTimeout: 72_000,
  // Node swaps the two timeouts if the header timeout is longer, so it must be the shorter one.
  http: { connectionsCheckingInterval: TIMEOUT_CHECK_MS, headersTimeout: Math.min(MAX_HEADERS_MS, requestTimeoutMs) },
  exposeHeadRoutes: false,
  forceCloseConnections: 'idle',
  // Node's own 503 is not in our error shape; http/plugins/stopping.ts sends ours.
  return503OnClosing: false,
  clientErrorHandler: clientErrorHandler(securityHeaders(config)),
  frameworkErrors: (error, request, reply) => {
    // No hooks have run for an unreadable URL, so the headers are set here.
    reply.headers({ ...securityHeaders(config), 'x-request-id': request.id, 'cache-control': 'no-store' });
    handleError(error, request, reply);
  },
});

/** Builds the server over an open, migrated database, without listening; tests inject requests into it. */
export const buildApp = (options: AppOptions): ServerApp => {
  const {
    db,
    config,
    clock = systemClock,
    passwords = createPasswords(),
    webRoot,
    nudge,
    pace,
    backedUpAt,
    replica,
    simulator,
    phase = () => 'serving',
    answerLimits = ANSWER_LIMITS,
  } = options;
  const { requestPriority = createRequestPriority(), outside = config.outside ?? createOutside(createConnectors()) } = options;
  const services: OutsideServices = {
    store: openStore(db, { sendsMail: config.mail != null }),
    passwords,
    clock,
    vault: createVault(config.encryptionKeys ?? []),
    outside,
    isServing: () => phase() === 'serving',
    ...(config.sso ? { sso: createIssuer(config.sso, clock) } : {}),
    provisioning: { defaultRole: config.scimDefaultRole ?? null },
    ...(replica ? { staleReads: createStaleReads(replica) } : {}),
    ...(simulator ? { simulator } : {}),
    ...(pace ? { pace } : {}),
    ...(backedUpAt ? { backedUpAt } : {}),
    ...(config.mail ? { checkMail: () => findMailProblem(config.mail as MailConfig) } : {}),
    ...(nudge ? { nudge } : {}),
  };
  const app: ServerApp = Fastify(serverOptions(options));
  addCompilers(app);
  addTracing(app);
  addRequestTracking(app, requestPriority);
  addHeaders(app, config);
  addErrorHandler(app);
  addStallTimeouts(app, answerLimits);
  addStopping(app, phase);
  addAuthentication(app, services);
  addTokenRateLimit(app, clock);
  addPermissionGate(app);
  addConcurrencyLimits(app);
  addRowAccessCheck(app, services);
  addJsonBodies(app);
  addRequestLog(app);
  const wrongMethod = addMethods(app);
  addOpenApi(app, config.publicUrl);
  app.register(async (scope) => {
    for (const route of apiRoutes) route(scope, services);
  });
  addScim(app, services);
  addDocsPage(app);
  addMetrics(app, services, config.metricsToken);
  addWeb(app, webRoot, wrongMethod);
  return app;
};

/** The OpenAPI document of a built app. */
export const openapi = async (app: ServerApp): Promise<object> => {
  await app.ready();
  return app.swagger();
};
