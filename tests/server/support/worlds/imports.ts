import { expect } from 'vitest';
import type { ImportChoices, ImportDetail, ImportMapping, QuarantinedRow } from '../../../../contract/entities/import.ts';
import { limits } from '../../../../contract/limits.ts';
import type { ImportKind } from '../../../../contract/rules/imports/fields.ts';
import { instanceWorker } from '../../../../server/jobs/instanceWorker.ts';
import type { Worker } from '../../../../server/jobs/worker.ts';
import { createClosingCompany } from './closing.ts';
import { marksLeft, remainingDifferences, wrongSums } from './marks.ts';

/** The company of the closings, with a finance user who imports, and a worker run by the test. */
export const createImportCompany = async () => {
  const company = await createClosingCompany();
  const { server } = company;
  const failures: unknown[] = [];
  await server.add({ email: 'fay@example.test', role: 'finance', first_name: 'Fay', last_name: 'Finance' });
  const token = (await server.signIn('fay@example.test')).access_token;
  const workers: Worker[] = [];
  const worker = (): Worker => {
    const made = instanceWorker(server.db, (error) => failures.push(error), server.clock);
    workers.push(made);
    return made;
  };
  const own = worker();
  /** The second round computes the records marked by the first. */
  const drain = async (): Promise<void> => {
    await own.drain();
    await own.drain();
  };
  const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
    server.call(method, `/api/v1/imports${path}`, { token, ...(body ? { body } : {}) });
  const ask = async (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) => {
    const answer = await call(method, path, body);
    expect(answer.statusCode, `${path}: ${answer.body}`).toBeLessThan(300);
    return answer.json();
  };
  const sendPart = (id: string, part: number, content: Buffer) =>
    server.app.inject({
      method: 'PUT',
      url: `/api/v1/imports/${id}/parts/${part}`,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
      payload: content,
    });
  /** Uploads a file and waits until it is read. */
  const upload = async (kind: ImportKind, content: string | Buffer, name = 'file.csv'): Promise<ImportDetail> => {
    const bytes = Buffer.from(content);
    const { id } = await ask('POST', '', { kind, file_name: name, size: bytes.length });
    for (let part = 0; part * limits.imports.partBytes < bytes.length; part += 1) {
      const answer = await sendPart(id, part, bytes.subarray(part * limits.imports.partBytes, (part + 1) * limits.imports.partBytes));
      expect(answer.statusCode, answer.body).toBe(204);
    }
    await ask('POST', `/${id}/read`, {});
    await own.drain();
    return ask('GET', `/${id}`);
  };
  /** Paid amounts are recorded only if `overrides` maps their column. */
  const preview = async (
    { id, mapping: { paid: _, paid_on: _on, ...mapping } }: ImportDetail,
    overrides: ImportMapping = {},
    choices?: ImportChoices,
  ): Promise<ImportDetail> => {
    await ask('PUT', `/${id}/mapping`, { mapping: { ...mapping, ...overrides }, ...(choices ? { choices } : {}) });
    await own.drain();
    return ask('GET', `/${id}`);
  };
  const step = async (id: string, name: 'start' | 'cancel' | 'resume' | 'undo'): Promise<ImportDetail> => {
    await ask('POST', `/${id}/${name}`, {});
    await drain();
    return ask('GET', `/${id}`);
  };
  /** Uploads, previews and runs a file. */
  const run = async (kind: ImportKind, content: string | Buffer, overrides: ImportMapping = {}): Promise<ImportDetail> =>
    step((await preview(await upload(kind, content), overrides)).id, 'start');
  const quarantine = async (id: string): Promise<QuarantinedRow[]> => (await ask('GET', `/${id}/quarantine`)).data;
  /** Asserts that no job is waiting and that a full recomputation would change nothing. */
  const isSettled = async (): Promise<void> => {
    await drain();
    expect(failures).toEqual([]);
    expect(await marksLeft(server.db)).toEqual([]);
    expect(await remainingDifferences(company.facts.store, server.clock())).toEqual([]);
    expect(await wrongSums(server.db)).toEqual([]);
  };
  const invoices = () =>
    server.db.query
      .selectFrom('invoices')
      .select([
        'invoice_number',
        'customer_name',
        'salesperson_id',
        'gross_cents',
        'net_cents',
        'booking_date',
        'state',
        'credit_of_id',
        'source',
      ])
      .orderBy('id')
      .execute();
  return {
    ...company,
    isSettled,
    token,
    worker,
    own,
    drain,
    call,
    ask,
    sendPart,
    upload,
    preview,
    step,
    run,
    quarantine,
    invoices,
    failures,
  };
};
export type ImportCompany = Awaited<ReturnType<typeof createImportCompany>>;
