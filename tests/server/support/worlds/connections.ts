import { randomBytes } from 'node:crypto';
import { createOutgoing } from '../../../../server/connectors/http/outgoing.ts';
import { createOutside } from '../../../../server/connectors/outside.ts';
import { openStore } from '../../../../server/db/repositories/store.ts';
import type { Connectors } from '../../../../server/domain/connections/connector.ts';
import type { OutgoingOptions } from '../../../../server/domain/connections/outgoing.ts';
import { instanceWorker } from '../../../../server/jobs/instanceWorker.ts';
import { parseSecretKey, type SecretKey } from '../../../../server/start/secrets.ts';
import { createVault } from '../../../../server/start/vault.ts';
import { testApp } from '../testApp.ts';

const keys = [parseSecretKey(randomBytes(32).toString('base64')) as SecretKey];

/**
 * An app that can connect to these systems, with an admin and a worker that doesn't wait. `paced` false: no call limits, because allowances
 * use the database's clock, which tests can't change.
 */
export const createConnectionWorld = async (connectors: Connectors, overrides: object = {}, paced = true) => {
  const sleptMs: number[] = [];
  let turn = (_ms: number): void => {};
  const outgoing = (options: OutgoingOptions) =>
    createOutgoing({
      ...options,
      ...(paced ? {} : { rules: [] }),
      chance: () => 1,
      sleep: async (ms) => {
        sleptMs.push(ms);
        turn(ms);
      },
    });
  const outside = createOutside(connectors, { outgoing, publicUrl: 'http://127.0.0.1:8080' });
  const config = { logLevel: 'info', trustProxy: [], publicUrl: undefined, encryptionKeys: keys, ...overrides } as const;
  const server = await testApp({ config, outside } as object);
  turn = server.clock.advance;
  const store = openStore(server.db);
  const vault = createVault(keys);
  const failures: unknown[] = [];
  const worker = instanceWorker(server.db, (error) => failures.push(error), server.clock, null, { vault, outside });
  const adminId = await server.add({ email: 'admin@example.test', role: 'admin' });
  let { access_token: admin } = await server.signIn('admin@example.test');
  const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body: unknown, token: string) =>
    server.call(method, path, { token, ...(body === undefined ? {} : { body }) });
  return {
    server,
    store,
    vault,
    outside,
    worker,
    failures,
    slept: sleptMs,
    adminId,
    /** Calls as the admin, who signs in again if the clock has moved too far. */
    call: async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown, token?: string) => {
      const url = path.startsWith('/') ? path : `/api/v1/integrations/${path}`;
      const answer = await send(method, url, body, token ?? admin);
      if (answer.statusCode !== 401 || token) return answer;
      admin = (await server.signIn('admin@example.test')).access_token;
      return send(method, url, body, admin);
    },
    close: () => server.close(),
  };
};
export type ConnectionWorld = Awaited<ReturnType<typeof createConnectionWorld>>;
