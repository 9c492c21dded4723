import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { CommissionPage } from '../../contract/entities/commission.ts';
import type { ImportDetail } from '../../contract/entities/import.ts';
import { limits } from '../../contract/limits.ts';
import { migrate } from '../../server/db/migrate.ts';
import { openDatabase } from '../../server/db/open.ts';
import { createPasswords } from '../../server/domain/session/passwords.ts';
import { ask, json, type Started, startServer } from '../../soak/support/server.ts';
import { addPeople, BOSS } from './company.ts';

const PASSWORD = 'four clouds over a lake';
const LOOK_MS = 200;
const RANGE = 'start_date=2024-12-01&end_date=2026-11-30';

/** The peak memory of a process so far, in MB. */
const peakMemoryMb = ({ pid }: Started): number => {
  const [, kilobytes = ''] = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return (Number(kilobytes) * 1024) / 1e6;
};

/**
 * Imports a file through the built server on the embedded database, as the browser does, with a list every 200 ms until every figure is
 * right.
 * @returns the server's peak memory in MB
 */
export const memoryOf = async (file: Buffer): Promise<number> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'quotaboard-memory-'));
  try {
    const db = await openDatabase({ dataDir });
    await migrate(db);
    await addPeople(db, await createPasswords().hash(PASSWORD));
    // Otherwise the first start would begin the books today.
    await db.script("update general_settings set set_up_on = '2024-12-01'");
    await db.close();
    const server = await startServer({ DATA_DIR: dataDir });
    try {
      await imported(server, file);
      return peakMemoryMb(server);
    } finally {
      await server.stop();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
};

const imported = async ({ url }: Started, file: Buffer): Promise<void> => {
  const login = await ask(`${url}/api/v1/auth/login`, { method: 'POST', body: { email: BOSS, password: PASSWORD } });
  const { access_token: token } = json<{ access_token: string }>(login);
  const call = async <T>(path: string, method = 'GET', body?: object): Promise<T> => {
    const answer = await ask(`${url}/api/v1${path}`, { method, token, ...(body ? { body } : {}) });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    return json<T>(answer);
  };
  const list = () => call<CommissionPage>(`/commissions?${RANGE}&limit=50`);
  const { id } = await call<ImportDetail>('/imports', 'POST', { kind: 'invoices', file_name: 'memory.csv', size: file.length });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' };
  for (let part = 0; part * limits.imports.partBytes < file.length; part += 1) {
    const body = new Uint8Array(file.subarray(part * limits.imports.partBytes, (part + 1) * limits.imports.partBytes));
    const answer = await fetch(`${url}/api/v1/imports/${id}/parts/${part}`, { method: 'PUT', headers, body });
    if (!answer.ok) throw new Error(`part ${part}: ${answer.status}`);
  }
  const until = async (state: ImportDetail['state']): Promise<ImportDetail> => {
    for (;;) {
      const result = await call<ImportDetail>(`/imports/${id}`);
      if (result.state === state) return result;
      if (result.error !== null) throw new Error(`import: ${result.state} ${result.error}`);
      await list();
      await pause(LOOK_MS);
    }
  };
  await call(`/imports/${id}/read`, 'POST', {});
  const { mapping } = await until('mapping');
  await call(`/imports/${id}/mapping`, 'PUT', { mapping });
  await until('previewed');
  await call(`/imports/${id}/start`, 'POST', {});
  await until('completed');
  while ((await list()).summary.pending) await pause(LOOK_MS);
};
