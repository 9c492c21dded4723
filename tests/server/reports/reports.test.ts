import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore } from '../../../server/db/repositories/store.ts';
import { sweep } from '../../../server/domain/jobs/sweep.ts';
import { DAY } from '../../../server/domain/shared/clock.ts';
import { partOf } from '../../support/workbooks.ts';
import { failOnError } from '../support/failOnError.ts';
import { createReportWorld, OCTOBER } from '../support/worlds/reports.ts';

let world: Awaited<ReturnType<typeof createReportWorld>>;
beforeAll(async () => {
  world = await createReportWorld();
});
afterAll(() => world.server.close());
const linesOf = (body: string): string[] => body.replace('\uFEFF', '').split('\r\n');

/** Null if the machine has no PDF reader. */
const pdfText = (bytes: Buffer): string | null => {
  const directory = mkdtempSync(join(tmpdir(), 'report-'));
  try {
    writeFileSync(join(directory, 'r.pdf'), bytes);
    return execFileSync('pdftotext', ['-layout', join(directory, 'r.pdf'), '-'], { encoding: 'utf8' });
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return null;
    throw error;
  } finally {
    rmSync(directory, { recursive: true });
  }
};

describe('report files', () => {
  it('decisions 2.18: start a CSV with filters and plan versions, then a row per person and month, without executable formulas', async () => {
    const { report, file } = await world.written('ada');
    expect(report).toMatchObject({
      status: 'completed',
      name: 'Commission Summary, October 2026',
      created_by: 'ada Test',
      rows: 2,
      error: null,
    });
    expect(report.actions).toEqual(['download', 'remove']);
    expect(file.headers['content-disposition']).toBe('attachment; filename="commission-summary-october-2026.csv"');
    expect(file.headers['content-length']).toBe(String(report.size));
    expect(file.headers.etag).toBe(`"${createHash('sha256').update(file.rawPayload).digest('hex')}"`);
    const lines = linesOf(file.body);
    expect(lines.slice(0, 6)).toEqual([
      '"Commission Summary, October 2026",Company',
      'Period,"Oct 1, 2026 – Oct 31, 2026"',
      'People,Everyone',
      'Plans,Default plan (version 1). Configuration version 1',
      'Requested by,ada Test',
      'Written,"Nov 21, 2026"',
    ]);
    const headerIndex = lines.indexOf('Person,Month,Quota,Attainment,Base revenue,Over-quota revenue,Commission,Adjustments,Paid,Due');
    // A third of the quarterly quota of 100,000.00, by days: 31 of 92.
    expect(lines.slice(headerIndex + 1)).toEqual([
      "'=Sam Test,2026-10,33695.65,7.4%,2500.00,0.00,125.00,10.00,0.00,10.00",
      'Kim Test,2026-10,33695.65,11.9%,4000.00,0.00,200.00,0.00,0.00,0.00',
      'Total,,67391.30,9.6%,6500.00,0.00,325.00,10.00,0.00,10.00',
      '',
    ]);
  });

  it('decisions 2.18: add up to the summary card of the same days, including partial months', async () => {
    const days = { start_date: '2026-09-05', end_date: '2026-10-16' };
    const { file } = await world.written('fay', days);
    const total = linesOf(file.body).find((line) => line.startsWith('Total,'));
    const card = (await world.call('fay', 'GET', `commissions/summary?start_date=${days.start_date}&end_date=${days.end_date}`)).json();
    const { summary = card } = card;
    expect(summary).toMatchObject({ period_commission: 350, total_adjustments: 10, total_commission_due: 10 });
    expect(total?.split(',').slice(4)).toEqual(['7000.00', '0.00', '350.00', '10.00', '0.00', '10.00']);
    // The card rounds once for people with the same terms, a report for each person.
    expect(Number(total?.split(',')[2])).toBeCloseTo(summary.quota_amount, 1);
  });

  it('spec 2.59: have typed cells and inert text in Excel', async () => {
    const { file } = await world.written('vic', { format: 'XLSX' });
    const rows = partOf(file.rawPayload, 'xl/worksheets/sheet2.xml');
    expect(rows).toContain('<t xml:space="preserve">=Sam Test</t>');
    // 125.00 as a number, and October 2026 as a day.
    expect(rows).toMatch(/<c s="1"><v>125<\/v><\/c>/);
    expect(rows).toContain('<c s="4"><v>46296</v></c>');
    expect(partOf(file.rawPayload, 'xl/worksheets/sheet1.xml')).toContain('Everyone');
    expect(partOf(file.rawPayload, 'xl/workbook.xml')).toMatch(/name="Summary".*name="Rows"/);
  });

  it('decisions 2.18: show filters, a chart and rows in a PDF', async () => {
    const { file } = await world.written('vic', { format: 'PDF', type: 'performance_analysis' });
    expect(file.headers['content-type']).toBe('application/pdf');
    expect(file.rawPayload.toString('latin1')).toMatch(/^%PDF-[\s\S]*\/Count 1\b/);
    const text = pdfText(file.rawPayload);
    for (const part of ['Performance Analysis, October 2026', 'Everyone', 'Sales by person', '4,000.00', 'Page 1 of 1'])
      if (text !== null) expect(text).toContain(part);
  });

  it.each([
    ['performance_analysis', 'Kim Test,,4000.00,0.00,,1,0,4000.00,'],
    ['territory_analysis', 'No territory,2,6500.00,1000.00,550.0%,3,335.00,67391.30,9.6%'],
    ['quota_tracking', 'Kim Test,2026-Q4,100000.00,4000.00,4.0%,56.5%,7.1%,96000.00,Below Target'],
    ['pipeline_report', 'Total,,0,0.00,0.00,,0'],
  ])('spec 2.59: have their own columns for %s', async (type, line) => {
    const { file } = await world.written('ada', { type });
    expect(linesOf(file.body)).toContain(line);
  });
});

describe('people in a report', () => {
  it('decisions 3.04: are only the team for a manager', async () => {
    const { file } = await world.written('mia');
    expect(linesOf(file.body)).toContain('People,The team of mia Test');
    expect(file.body).toContain('=Sam Test');
    expect(file.body).not.toContain('Kim');
    const other = await world.ask('mia', { user_ids: [String(world.ids.kim)] });
    expect([other.statusCode, other.json().errors]).toEqual([403, { user_ids: 'You may not read reports about one of these people.' }]);
  });

  it('spec 2.59: are limited by the user filter, which the report names', async () => {
    const { report, file } = await world.written('vic', { user_ids: [String(world.ids.kim)] });
    expect(report.people).toEqual(['Kim Test']);
    expect(file.body).not.toContain('Sam');
    const unknown = await world.ask('vic', { user_ids: ['999999'] });
    expect([unknown.statusCode, unknown.json().errors]).toEqual([422, { user_ids: 'One of these people does not exist' }]);
  });

  it('decisions 3.05: are hidden: another role learns nothing of the form, another person nothing of the report', async () => {
    const { id } = await world.written('vic');
    for (const name of ['sam', 'eve']) expect((await world.ask(name, { type: 'none' })).statusCode).toBe(403);
    for (const path of ['', '/download']) expect((await world.call('fay', 'GET', `reports/${id}${path}`)).statusCode).toBe(404);
    expect((await world.call('fay', 'POST', `reports/${id}/retry`, {})).statusCode).toBe(404);
    expect((await world.call('ada', 'GET', `reports/${id}`)).json().created_by).toBe('vic Test');
    const mine = (await world.call('fay', 'GET', 'reports')).json().data as { created_by: string }[];
    expect(new Set(mine.map(({ created_by }) => created_by))).toEqual(new Set(['fay Test']));
  });

  it('decisions 3.04: hide the file from a reader who has lost access to part of it', async () => {
    const { id } = await world.written('vic');
    const role = (to: 'vp_sales' | 'sales_manager') =>
      world.server.db.query.updateTable('users').set({ role: to }).where('id', '=', world.ids.vic!).execute();
    await role('sales_manager');
    const refused = await world.call('vic', 'GET', `reports/${id}/download`);
    await role('vp_sales');
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'report_narrowed']);
    expect((await world.call('vic', 'GET', `reports/${id}/download`)).statusCode).toBe(200);
  });
});

describe('bad input', () => {
  it.each([
    [{ start_date: '2016-10-01' }, 422, 'end_date', 'A report covers at most ten years'],
    [{ start_date: '2026-11-01' }, 422, 'end_date', 'End date cannot be before the start date'],
    [{ end_date: '2026-02-30' }, 422, 'end_date', 'Choose a day'],
    [{ type: 'everything' }, 400, 'type', expect.stringContaining('commission_summary')],
    [{ format: 'DOCX' }, 400, 'format', expect.stringContaining('PDF')],
    [{ user_ids: ['me'] }, 400, 'user_ids.0', expect.stringContaining('the id of a user')],
  ])('refuses %j with a message that names the field', async (overrides, status, field, sentence) => {
    const refused = await world.ask('ada', overrides);
    expect([refused.statusCode, refused.json().errors]).toEqual([status, { [field as string]: sentence }]);
  });

  it('refuses more than five unfinished reports per person', async () => {
    for (let count = 0; count < 5; count += 1) expect((await world.ask('fay')).statusCode).toBe(202);
    const refused = await world.ask('fay');
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'too_many_reports']);
    expect((await world.ask('vic')).statusCode).toBe(202);
    await world.worker.drain();
  });
});

describe('report list', () => {
  it('spec 2.59: filters by type, status, format and name, page by page in any order', async () => {
    await world.written('mia', { type: 'quota_tracking', format: 'PDF' });
    const list = async (query: string) => (await world.call('mia', 'GET', `reports?${query}`)).json();
    expect((await list('type=quota_tracking&format=PDF&status=completed')).pagination.total).toBe(1);
    expect((await list('search=quota%20tr')).data[0]).toMatchObject({ type: 'quota_tracking', format: 'PDF' });
    expect((await list('status=failed')).data).toEqual([]);
    for (const sort of ['created_at', 'name', 'size']) {
      const first = await list(`limit=1&sort_field=${sort}&sort_direction=asc`);
      const next = await list(`limit=1&cursor=${first.pagination.cursor}`);
      expect(next.data[0].id).not.toBe(first.data[0].id);
      expect(next.pagination.cursor === null).toBe(first.pagination.total === 2);
    }
    expect((await world.call('mia', 'GET', 'reports?cursor=nonsense')).json().errors).toHaveProperty('cursor');
  });

  it('decisions 4.05: logs a download in the audit log, and deletes a report with its file', async () => {
    const { id } = await world.written('vic');
    const entries = await world.server.db.query
      .selectFrom('audit_log')
      .select('action')
      .where('entity', '=', 'report')
      .where('entity_id', '=', id)
      .execute();
    expect(entries.map(({ action }) => action)).toEqual(['report.downloaded']);
    expect((await world.call('vic', 'DELETE', `reports/${id}`)).statusCode).toBe(204);
    expect((await world.call('vic', 'GET', `reports/${id}`)).statusCode).toBe(404);
    const parts = await world.server.db.query.selectFrom('report_parts').selectAll().where('report_id', '=', Number(id)).execute();
    expect(parts).toEqual([]);
  });

  it('keeps a file for 90 days, and says so afterwards', async () => {
    const { id } = await world.written('vic');
    world.server.clock.advance(91 * DAY);
    await sweep({ store: openStore(world.server.db), clock: world.server.clock }, failOnError);
    world.server.clock.advance(-91 * DAY);
    expect((await world.call('vic', 'GET', `reports/${id}`)).json()).toMatchObject({
      size: null,
      actions: ['remove'],
      error: expect.stringContaining('90 days'),
    });
    expect((await world.call('vic', 'GET', `reports/${id}/download`)).json().code).toBe('file_gone');
  });
});

it('docs/lists.md: territories add up to their people’s figures, including people with a quota but no sales', async () => {
  await world.server.add({ email: 'lea@example.test', role: 'salesperson', first_name: 'Lea', last_name: 'Test' });
  const totalOf = async (type: string) =>
    linesOf((await world.written('ada', { type })).file.body).find((line) => line.startsWith('Total'));
  expect(await totalOf('territory_analysis')).toBe('Total,3,6500.00,1000.00,550.0%,3,335.00,101086.95,6.4%');
  expect(await totalOf('commission_summary')).toContain(',101086.95,6.4%,');
});

it('writes a report of ten years', async () => {
  const { report } = await world.written('ada', { ...OCTOBER, start_date: '2016-11-01' });
  expect(report).toMatchObject({ status: 'completed' });
});
