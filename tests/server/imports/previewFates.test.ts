import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { limits } from '../../../contract/limits.ts';
import { createImportCompany, type ImportCompany } from '../support/worlds/imports.ts';

let world: ImportCompany;
beforeEach(async () => {
  world = await createImportCompany();
});
afterEach(async () => {
  await world.isSettled();
  await world.server.close();
});

const invoices = (...rows: string[]): string => ['Invoice No,Customer,Invoice Date,Total,Sales Rep,Credit of', ...rows].join('\n');
const sold = (dollars: number, who = 'sam'): string => `F-1,Acme,2026-11-02,${dollars},${who}@example.test,`;
const memo = (number: string, dollars: number, who = 'sam@example.test', original = 'F-1'): string =>
  `${number},Acme,2026-11-05,-${dollars},${who},${original}`;
const other = (who: string): string => `F-2,Acme,2026-11-02,1000,${who}@example.test,`;
/** Enough rows to put the rows before and after them into separate batches of a preview and of a run. */
const FILLER_ROWS = Array.from({ length: limits.imports.batch }, (_, index) => `B-${index},Globe,2026-11-03,10,,`);

/** The preview's result and the run's result for the rows with these numbers. */
const readFates = async (numbers: readonly string[], rows: readonly string[]) => {
  const { id } = await world.step((await world.preview(await world.upload('invoices', invoices(...rows)))).id, 'start');
  const found = await world.server.db.query
    .selectFrom('import_rows')
    .select(['key', 'fate', 'done'])
    .where('run_id', '=', Number(id))
    .where('key', 'in', numbers)
    .execute();
  const by = (what: 'fate' | 'done') => Object.fromEntries(found.map((row) => [row.key, row[what]]));
  return { preview: by('fate'), run: by('done') };
};
const both = (expected: Record<string, string>) => ({ preview: expected, run: expected });

describe('decisions 8.02: the preview matches the run for each row when memos are in another batch than', () => {
  it('another memo of the same existing original', async () => {
    await world.run('invoices', invoices(sold(1000)));
    expect(await readFates(['M-1', 'M-2', 'M-3'], [memo('M-1', 700), ...FILLER_ROWS, memo('M-2', 400), memo('M-3', 300)])).toEqual(
      both({ 'M-1': 'new', 'M-2': 'quarantined', 'M-3': 'new' }),
    );
  });

  it('their original in the file, in file order', async () => {
    expect(await readFates(['F-1', 'M-1', 'M-2'], [memo('M-1', 700), sold(1000), ...FILLER_ROWS, memo('M-2', 700)])).toEqual(
      both({ 'F-1': 'new', 'M-1': 'new', 'M-2': 'quarantined' }),
    );
  });

  it('their existing original, which grows by the file', async () => {
    await world.run('invoices', invoices(sold(500)));
    expect(await readFates(['F-1', 'M-1', 'M-2'], [memo('M-1', 700), ...FILLER_ROWS, memo('M-2', 700), sold(1000)])).toEqual(
      both({ 'F-1': 'changed', 'M-1': 'new', 'M-2': 'quarantined' }),
    );
  });

  it('their original, which moves to another seller', async () => {
    await world.run('invoices', invoices(sold(1000), memo('M-1', 100), memo('M-2', 200)));
    const rows = [sold(1000, 'kim'), ...FILLER_ROWS, memo('M-1', 100, 'kim@example.test'), memo('M-2', 300, ''), memo('M-3', 100)];
    expect(await readFates(['F-1', 'M-1', 'M-2', 'M-3'], rows)).toEqual(
      both({ 'F-1': 'changed', 'M-1': 'same', 'M-2': 'changed', 'M-3': 'quarantined' }),
    );
  });

  it('a memo that leaves their original for another one', async () => {
    const F2 = 'F-2,Acme,2026-11-02,1000,sam@example.test,';
    await world.run('invoices', invoices(sold(1000), F2, memo('M-1', 700), memo('M-2', 100)));
    const rows = [memo('M-1', 700, '', 'F-2'), memo('M-3', 500), ...FILLER_ROWS, memo('M-2', 600, '', 'F-2'), memo('M-4', 200)];
    expect(await readFates(['M-1', 'M-2', 'M-3', 'M-4'], rows)).toEqual(
      both({ 'M-1': 'changed', 'M-2': 'quarantined', 'M-3': 'quarantined', 'M-4': 'new' }),
    );
  });

  it('the original that they leave, which moves to another seller', async () => {
    await world.run('invoices', invoices(sold(1000), other('sam'), memo('M-1', 100), memo('M-2', 200)));
    const rows = [sold(1000, 'kim'), ...FILLER_ROWS, memo('M-1', 100, '', 'F-2'), memo('M-2', 200, 'sam@example.test', 'F-2')];
    expect(await readFates(['F-1', 'M-1', 'M-2'], rows)).toEqual(both({ 'F-1': 'changed', 'M-1': 'changed', 'M-2': 'changed' }));
  });

  it.each([
    ['sam', 'kim'],
    ['kim', 'sam'],
    ['kim', 'kim'],
  ] as const)('their new original, when the file moves theirs to %s and that to %s', async (left, newOriginal) => {
    await world.run('invoices', invoices(sold(1000), other('sam'), memo('M-1', 100)));
    const rows = [sold(1000, left), other(newOriginal), ...FILLER_ROWS, memo('M-1', 100, '', 'F-2')];
    expect(await readFates(['M-1'], rows)).toEqual(both({ 'M-1': 'changed' }));
    expect(
      await world.server.db.query.selectFrom('invoices').select('salesperson_id').where('invoice_number', '=', 'M-1').execute(),
    ).toEqual([{ salesperson_id: world.ids[newOriginal] }]);
  });

  it('their new original, which is already another seller’s', async () => {
    await world.run('invoices', invoices(sold(1000), other('kim'), memo('M-1', 100)));
    expect(await readFates(['M-1'], [...FILLER_ROWS, memo('M-1', 100, '', 'F-2')])).toEqual(both({ 'M-1': 'changed' }));
  });
});

it('an original and its memo of one file are treated alike, in one batch or two', async () => {
  await world.run('invoices', invoices(sold(500)));
  expect(await readFates(['F-1', 'M-1'], [sold(1000), memo('M-1', 700)])).toEqual(both({ 'F-1': 'changed', 'M-1': 'new' }));
});

it('a memo that follows its original and changes far below in the file counts once for its recipient', async () => {
  await world.run('invoices', invoices(sold(1000), memo('M-1', 200)));
  const kims = Array.from({ length: limits.imports.chunk }, (_, n) => `K-${n},Globe,2026-11-03,10,kim@example.test,`);
  const seen = await world.preview(
    await world.upload('invoices', invoices(sold(1000, 'kim'), ...kims, memo('M-1', 300, 'kim@example.test'))),
  );
  await world.step(seen.id, 'start');
  const { cents } = await world.server.db.query
    .selectFrom('commission_records')
    .select((by) => by.fn.sum<string>('amount_cents').as('cents'))
    .where('user_id', '=', world.ids.kim)
    .executeTakeFirstOrThrow();
  const kim = seen.people.find(({ user_id }) => user_id === String(world.ids.kim));
  expect([kim?.rows, kim?.amount]).toEqual([kims.length + 2, Number(cents) / 100]);
});
