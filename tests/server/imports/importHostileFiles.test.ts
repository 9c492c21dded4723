import { monitorEventLoopDelay } from 'node:perf_hooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jobLimits } from '../../../contract/lifecycles/job.ts';
import { readInThread } from '../../../server/domain/imports/reading/index.ts';
import { headerRow, sharedStringsBomb, unclosedCellsFile, workbookOf, workbookParts } from '../../support/workbooks.ts';
import { createImportCompany, type ImportCompany } from '../support/worlds/imports.ts';

let company: ImportCompany;
beforeAll(async () => {
  company = await createImportCompany();
});
afterAll(() => company.server.close());

/** A reader on the main thread blocked for 10 s or more or crashed the process; a busy machine alone blocks for much less. */
const MAX_STALL_MS = 5000;
/** Uploads a file and reads it. @returns its import, and the longest time for which the server was blocked */
const readMeasured = async (content: Buffer) => {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  const run = await company.upload('invoices', content, 'book.xlsx');
  delay.disable();
  return { run, stalledMs: delay.max / 1e6 };
};
const jobs = () => company.server.db.query.selectFrom('jobs').select(['state', 'attempts']).where('kind', '=', 'import').execute();

const SHEET = 'xl/worksheets/sheet1.xml';
const sheetOf = (before: string, piece: string, times: number, after = ''): Buffer =>
  workbookOf({
    ...workbookParts(),
    [SHEET]: { before: `<worksheet><sheetData>${before}`, piece, times, after: `${after}</sheetData></worksheet>` },
  });

/** A small file with a hundred million characters of rows. */
const longTextEverywhere = (): Buffer =>
  workbookOf({
    ...workbookParts(),
    'xl/sharedStrings.xml': `<sst><si><t>${'long text '.repeat(400)}</t></si></sst>`,
    [SHEET]: {
      before: `<worksheet><sheetData>${headerRow}`,
      piece: `<row>${'<c t="s"><v>0</v></c>'.repeat(200)}</row>`,
      times: 5000,
      after: '</sheetData></worksheet>',
    },
  });

describe('bad input: malicious files', () => {
  it.each([
    ['280 million empty shared strings in 2 MB', sharedStringsBomb, /too large once it is unpacked/],
    ['unclosed cells, in a kilobyte', unclosedCellsFile, /workbook cannot be read/],
    ['a gigabyte of blanks', () => sheetOf('', ' ', 1_000_000_000), /too large once it is unpacked/],
    ['a million nested tags', () => sheetOf('', '<a>', 1_000_000), /workbook cannot be read/],
    ['long text in every cell', longTextEverywhere, /too large once it is unpacked/],
    ['more rows than a sheet can have', () => sheetOf('<row/>', '<row/>', 1_100_000), /No row with column names|workbook cannot be read/],
  ])(
    '%s: refused with a message and not read again, and the server keeps responding',
    async (_what, make, reason) => {
      const content = make();
      expect(content.length).toBeLessThan(2_100_000);
      const { run, stalledMs } = await readMeasured(content);
      expect([run.state, run.actions]).toEqual(['unreadable', ['drop']]);
      expect(run.error).toMatch(reason);
      expect(stalledMs).toBeLessThan(MAX_STALL_MS);
      expect((await jobs()).filter(({ state }) => state !== 'completed')).toEqual([]);
    },
    60_000,
  );
});

describe('file reader thread', () => {
  const content = Buffer.from(`Number,Customer\n${'F-1,Acme\n'.repeat(200_000)}`);
  const file = { size: content.length, part: async (index: number) => content.subarray(index * 1_048_576, (index + 1) * 1_048_576) };
  const highLimits = { memoryMb: 512, timeoutMs: 300_000 };
  const batches = { batchRows: 100, write: async () => 100 };

  it('ends with a message after running too long', async () => {
    const read = readInThread(file, batches, new AbortController().signal, { ...highLimits, timeoutMs: 1 });
    await expect(read).rejects.toMatchObject({ status: 422, message: expect.stringMatching(/took more than 1 minute\./) });
  });

  it('ends with a message when out of memory', async () => {
    const read = readInThread(file, batches, new AbortController().signal, { ...highLimits, memoryMb: 2 });
    await expect(read).rejects.toMatchObject({ status: 422, message: expect.stringMatching(/takes more memory/) });
  });

  it('passes on a database error, which a retry may avoid', async () => {
    const write = async (): Promise<number> => Promise.reject(new Error('no connection'));
    await expect(readInThread(file, { batchRows: 100, write }, new AbortController().signal)).rejects.toThrow('no connection');
  });

  it('ends when its job is stopped', async () => {
    const stop = new AbortController();
    const write = async (): Promise<number> => {
      stop.abort(new Error('stopped'));
      return 100;
    };
    await expect(readInThread(file, { batchRows: 100, write }, stop.signal)).rejects.toThrow('stopped');
  });
});

it('a file whose reading never ended is reported as unreadable', async () => {
  const { id } = await company.ask('POST', '', { kind: 'invoices', file_name: 'x.csv', size: 5 });
  await company.sendPart(id, 0, Buffer.from('a,b\nc'));
  await company.ask('POST', `/${id}/read`, {});
  await company.server.db.query
    .updateTable('jobs')
    .set({ state: 'processing', attempts: 1, crashes: jobLimits.crashes - 1, lease_until: new Date(0).toISOString() })
    .where('kind', '=', 'import')
    .where('state', '=', 'queued')
    .execute();
  await company.own.drain();
  await company.ask('GET', '');
  expect(await company.ask('GET', `/${id}`)).toMatchObject({
    state: 'unreadable',
    error: expect.stringMatching(/Reading the file did not end/),
  });
});
