import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import write from 'write-excel-file/node';
import { limits } from '../../../contract/limits.ts';
import { openStore } from '../../../server/db/repositories/store.ts';
import { processImport } from '../../../server/domain/imports/processImport.ts';
import { createImportCompany, type ImportCompany } from '../support/worlds/imports.ts';

let world: ImportCompany;
beforeAll(async () => {
  world = await createImportCompany();
});
afterAll(() => world.server.close());

const HEADER = 'Number,Customer,Date,Total,Rep';
const rowsOf = async (id: string) =>
  (await world.ask('GET', `/${id}/rows`)).data.map(({ row, values }: { row: number; values: string[] }) => [row, ...values]);
const utf16be = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();
const MARK = '\uFEFF';
const body = `${HEADER}\nF-1,Café Ünal,2026-11-02,5,\n`;

describe('bad input: file formats', () => {
  it.each([
    ['UTF-8 with a byte order mark', Buffer.from(MARK + body)],
    ['UTF-16 LE with a byte order mark', Buffer.from(MARK + body, 'utf16le')],
    ['UTF-16 LE without a byte order mark', Buffer.from(body, 'utf16le')],
    ['UTF-16 BE with a byte order mark', utf16be(MARK + body)],
    ['UTF-16 BE without a byte order mark', utf16be(body)],
    ['semicolons and CRLF', Buffer.from(body.replaceAll(',', ';').replaceAll('\n', '\r\n'))],
    ['tabs', Buffer.from(body.replaceAll(',', '\t'))],
    ['lines above the header', Buffer.from(`Sales of Acme\n\n${body}`)],
  ])('reads a file in %s', async (what, content) => {
    const read = await world.upload('invoices', content);
    expect(read).toMatchObject({ state: 'mapping', counts: { rows: 1 } });
    expect(Object.keys(read.mapping)).toEqual(expect.arrayContaining(['number', 'customer', 'date', 'gross']));
    const first = what.startsWith('lines') ? 4 : 2;
    expect([read.header_row, await rowsOf(read.id)]).toEqual([first - 1, [[first, 'F-1', 'Café Ünal', '2026-11-02', '5', '']]]);
  });

  it('skips a repeated header, and reports two columns with the same name', async () => {
    const again = `${HEADER},Total\n`;
    const read = await world.upload('invoices', `${again}F-1,A,2026-11-02,5,,6\n${again}F-2,A,2026-11-02,5,,6\n`);
    expect(read.counts.rows).toBe(2);
    expect(read.mapping.gross).toEqual({ column: 3, format: 'point' });
    expect(read.warnings).toEqual([
      'Two columns are called "Total". The first one is suggested.',
      'The column names appear in the file once more. That row was left out.',
    ]);
    const more = await world.upload('invoices', `${again}F-1,A,2026-11-02,5,,6\n${again}${again}`);
    expect(more.warnings[1]).toBe('The column names appear in the file 2 more times. Those rows were left out.');
  });

  it.each([
    ['bytes that are not text', Buffer.concat([Buffer.from(`${HEADER}\n`), Buffer.from([0xff, 0xfe, 0xfa, 0x80, 0x2c])]), /not UTF-8 text/],
    ['a header without rows', Buffer.from(HEADER), /nothing below/],
    ['a file without a header', Buffer.from('a\nb\nc\n'), /No row with column names/],
    ['half a workbook', Buffer.concat([Buffer.from([0x50, 0x4b, 3, 4]), Buffer.alloc(500)]), /workbook cannot be read/],
    ['an unclosed quote', Buffer.from(`${HEADER}\nF-1,A,2026-11-02,5,\n\nF-2,"A,2026-11-02,5,\nF-3,A`), /^Row 4 cannot be read/],
    ['an unclosed quote in a long row', Buffer.from(`${HEADER}\n"F-1,${'x'.repeat(300_000)}\n`), /^Row 2 cannot be read: a quotation mark/],
  ])('refuses %s with a message, and can discard it', async (_what, content, reason) => {
    const read = await world.upload('invoices', content);
    expect([read.state, read.actions]).toEqual(['unreadable', ['drop']]);
    expect(read.error).toMatch(reason);
    expect((await world.call('DELETE', `/${read.id}`)).statusCode).toBe(204);
    expect((await world.call('GET', `/${read.id}`)).statusCode).toBe(404);
  });

  it('reads a workbook’s own numbers and days without a format', async () => {
    const sheet = [
      ['Number', 'Customer', 'Date', 'Total', 'Rep'].map((value) => ({ value, type: String })),
      [
        { value: 'X-1', type: String },
        { value: 'Rock & <Roll>', type: String },
        { value: new Date('2026-11-04T00:00:00Z'), type: Date, format: 'dd.mm.yyyy' },
        { value: 1234.5, type: Number, format: '#,##0.00' },
        null,
      ],
    ];
    const content = await write(sheet as never).toBuffer();
    const read = await world.upload('invoices', content, 'book.xlsx');
    expect(read).toMatchObject({ state: 'mapping', error: null, counts: { rows: 1 } });
    const seen = await world.preview(read);
    await world.step(seen.id, 'start');
    expect((await world.invoices()).find(({ invoice_number }) => invoice_number === 'X-1')).toMatchObject({
      customer_name: 'Rock & <Roll>',
      booking_date: '2026-11-04',
      gross_cents: 123_450,
    });
  });
});

describe('bad input: uploads of 100 MB', () => {
  it('are 413 with one byte more, by header or by content', async () => {
    const { maxBytes, partBytes } = limits.imports;
    const named = await world.call('POST', '', { kind: 'invoices', file_name: 'big.csv', size: maxBytes + 1 });
    expect([named.statusCode, named.json().message]).toEqual([413, 'A file can be 100 MB at most.']);
    const { id } = await world.ask('POST', '', { kind: 'invoices', file_name: 'big.csv', size: maxBytes });
    const part = await world.sendPart(id, 0, Buffer.alloc(partBytes + 1, 'a'));
    expect([part.statusCode, part.json().message]).toEqual([413, 'A part of a file can be 1 MB at most.']);
    expect((await world.sendPart(id, 0, Buffer.alloc(partBytes, 'a'))).statusCode).toBe(204);
    // The hundred-and-first part would exceed the limit.
    expect((await world.sendPart(id, maxBytes / partBytes, Buffer.alloc(1, 'a'))).statusCode).toBe(422);
    expect((await world.sendPart(id, 1, Buffer.alloc(5, 'a'))).statusCode).toBe(422);
    const early = await world.call('POST', `/${id}/read`, {});
    expect([early.statusCode, early.json().code]).toEqual([422, 'form_refused']);
    expect((await world.call('DELETE', `/${id}`)).statusCode).toBe(204);
  });
});

describe('interrupted runs', () => {
  const request = (id: string) => ({ run_id: Number(id), actor_id: world.ids.ada, network: '127.0.0.0/24', request_id: 'test' });
  const many = (letter: string) =>
    [HEADER, ...Array.from({ length: 450 }, (_, n) => `${letter}-${n},Acme,2026-11-02,10,sam@example.test`)].join('\n');
  const numbersOf = async (letter: string) =>
    (await world.invoices()).filter(({ invoice_number }) => invoice_number.startsWith(`${letter}-`)).length;

  it('resume where they were killed and write nothing twice', async () => {
    const seen = await world.preview(await world.upload('invoices', many('K')));
    await world.ask('POST', `/${seen.id}/start`, {});
    const deps = { store: world.facts.store, clock: world.server.clock };
    for (let batches = 1; batches < 3; batches += 1) {
      const kill = new AbortController();
      let left = batches;
      const keep = async (_value: unknown, within?: unknown) => {
        // Within a batch's transaction, whose writes are rolled back.
        if (within === undefined) return;
        left -= 1;
        if (left === 0) throw new Error('killed');
      };
      await expect(processImport(deps, request(seen.id), null, { signal: kill.signal, keep })).rejects.toThrow('killed');
      expect(await numbersOf('K')).toBe(batches === 1 ? 0 : 200);
    }
    await world.drain();
    expect(await world.ask('GET', `/${seen.id}`)).toMatchObject({ state: 'completed', counts: { done: 450, new: 450 } });
    expect(await numbersOf('K')).toBe(450);
  });

  it('bad input: end with a message and nothing half written on a full disk, and resume once there is space', async () => {
    const seen = await world.preview(await world.upload('invoices', many('D')));
    await world.ask('POST', `/${seen.id}/start`, {});
    const full = Object.assign(new Error('could not extend file'), { code: '53100' });
    let batches = 0;
    const store = openStore(world.server.db);
    const keep = async (_value: unknown, within?: unknown) => {
      if (within === undefined) return;
      batches += 1;
      if (batches === 2) throw full;
    };
    const work = processImport({ store, clock: world.server.clock }, request(seen.id), null, {
      signal: new AbortController().signal,
      keep,
    });
    await expect(work).rejects.toMatchObject({ status: 507 });
    const failed = await world.ask('GET', `/${seen.id}`);
    expect(failed).toMatchObject({ state: 'failed', counts: { done: 200 } });
    expect(failed.error).toBe('The database has no room left. The data written so far stays; resume the import when there is room.');
    expect(await numbersOf('D')).toBe(200);
    expect(await world.step(seen.id, 'resume')).toMatchObject({ state: 'completed', counts: { done: 450, new: 450 } });
    expect(await numbersOf('D')).toBe(450);
  });

  it('block the next import until they end', async () => {
    const [one, two] = [
      await world.preview(await world.upload('invoices', many('P'))),
      await world.preview(await world.upload('invoices', many('Q'))),
    ];
    await world.ask('POST', `/${one.id}/start`, {});
    const refused = await world.call('POST', `/${two.id}/start`, {});
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'import_busy']);
    await world.drain();
    expect(await world.step(two.id, 'start')).toMatchObject({ state: 'completed' });
  });
});

it('decisions 2.12: bookings before the books begin are history', async () => {
  const config = await world.server.db.query.selectFrom('config_versions').select('id').orderBy('id').execute();
  expect(config.length).toBeGreaterThan(0);
  await world.save({ books_begin_on: '2026-01-01' });
  const seen = await world.preview(await world.upload('invoices', `${HEADER}\nH-1,Acme,2020-03-02,10,sam@example.test\n`));
  expect(seen).toMatchObject({ counts: { before_books: 1, new: 0 }, people: [] });
  await world.step(seen.id, 'start');
  const records = await world.server.db.query.selectFrom('commission_records').select('id').where('invoice_number', '=', 'H-1').execute();
  expect(records).toEqual([]);
});

it('an upload is deleted 30 days after the run; its imported rows stay', async () => {
  const done = await world.run('invoices', `${HEADER}\nZ-1,Acme,2026-11-02,10,\n`);
  const store = openStore(world.server.db);
  const parts = async () =>
    (await world.server.db.query.selectFrom('import_parts').select('part').where('run_id', '=', Number(done.id)).execute()).length;
  const ended = Date.parse(done.finished_at ?? '');
  await store.importRuns.dropContentBefore(new Date(ended));
  expect(await parts()).toBe(1);
  await store.importRuns.dropContentBefore(new Date(ended + 1));
  expect(await parts()).toBe(0);
  expect((await world.invoices()).some(({ invoice_number }) => invoice_number === 'Z-1')).toBe(true);
});
