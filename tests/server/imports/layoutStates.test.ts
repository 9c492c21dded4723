import { describe, expect, it } from 'vitest';
import { xeroExport } from '../support/exports.ts';
import { setUpLayouts, stripe, stripeLine } from '../support/worlds/layouts.ts';

const layouts = setUpLayouts();
const { booked, earned, previewed, fates } = layouts;

describe('decisions 2.26: document states', () => {
  it('Stripe: skips void and draft invoices, and books and reports uncollectible ones', async () => {
    const file = stripe(
      stripeLine(1, 'paid', { total: 1082.5, tax: 82.5, paid: 1082.5 }),
      stripeLine(2, 'open', { total: 2000 }),
      stripeLine(3, 'void', { total: 5000 }),
      stripeLine(4, 'draft', { total: 7000 }),
      stripeLine(5, 'uncollectible', { total: 900 }),
    );
    const seen = await previewed('invoices', file);
    expect(seen).toMatchObject({ layout: 'stripe_invoices', counts: { new: 3, left_out: 2, quarantined: 0 } });
    expect(seen.notes).toEqual([{ sentence: 'It is booked, and it will not be paid: its status is "uncollectible".', rows: 1 }]);
    await layouts.world.step(seen.id, 'start');
    expect(await booked()).toEqual({
      'ACME-1': [1082.5, 1000, '2026-11-03', 'sent'],
      'ACME-2': [2000, 2000, '2026-11-03', 'sent'],
      'ACME-5': [900, 900, '2026-11-03', 'sent'],
    });
    expect(seen.people).toMatchObject([{ rows: 3, amount: await earned() }]);
  });

  it('Xero: skips voided and draft invoices, and joins the lines of an invoice', async () => {
    const seen = await previewed(
      'invoices',
      xeroExport(
        ['INV-1', '19/11/2026', 1100, 100, 'Sales invoice', 'Paid'],
        ['INV-1', '19/11/2026', 1100, 100, 'Sales invoice', 'Paid'],
        ['INV-2', '13/11/2026', 2000, 0, 'Sales invoice', 'Awaiting Payment'],
        ['INV-3', '14/11/2026', 5000, 0, 'Sales invoice', 'Voided'],
        ['', '15/11/2026', 7000, 0, 'Sales invoice', 'Draft'],
        ['CN-5', '16/11/2026', -550, -50, 'Sales credit note', 'Paid'],
      ),
    );
    expect(seen).toMatchObject({ layout: 'xero_invoices', mapping: { date: { format: 'dmy' } } });
    expect(await fates(seen.id)).toEqual([
      [2, 'new', null],
      [3, 'left_out', 'It belongs to the document in row 2.'],
      [4, 'new', null],
      [5, 'left_out', 'Its status is "Voided": such documents create no record.'],
      [6, 'left_out', 'Its status is "Draft": such documents create no record.'],
      [7, 'quarantined', 'To which invoice does this credit memo belong? Its amount is negative and it names no original.'],
    ]);
    await layouts.world.step(seen.id, 'start');
    expect(await booked()).toEqual({ 'INV-1': [1100, 1000, '2026-11-19', 'sent'], 'INV-2': [2000, 2000, '2026-11-13', 'sent'] });
  });

  it('any table: asks about an unknown state once and assumes nothing', async () => {
    const rows = ['Paid', 'Posted', 'Posted', 'Parked', 'Void', ''].map(
      (state, n) => `F-${n},Acme,2026-11-02,100,${state},sam@example.test`,
    );
    const seen = await previewed('invoices', ['Number,Customer,Date,Total,Status,Rep', ...rows].join('\n'));
    expect(seen).toMatchObject({ layout: 'generic', counts: { new: 1, left_out: 1, quarantined: 4 } });
    expect(seen.questions).toEqual([
      { kind: 'state', text: 'Posted', rows: 2, people: [] },
      { kind: 'state', text: '', rows: 1, people: [] },
      { kind: 'state', text: 'Parked', rows: 1, people: [] },
    ]);
    const choices = { states: { posted: 'counts', parked: 'invalid', '': 'counts' } };
    await layouts.world.ask('PUT', `/${seen.id}/mapping`, { mapping: seen.mapping, choices });
    await layouts.world.own.drain();
    expect(await layouts.world.ask('GET', `/${seen.id}`)).toMatchObject({
      questions: [],
      choices,
      counts: { new: 4, left_out: 2, quarantined: 0 },
    });
    await layouts.world.step(seen.id, 'start');
    expect(Object.keys(await booked()).sort()).toEqual(['F-0', 'F-1', 'F-2', 'F-5']);
  });

  it('decisions 2.20: cancels an imported invoice that is now void, keeps its row, and undo restores it', async () => {
    await layouts.world.run('invoices', stripe(stripeLine(1, 'open'), stripeLine(2, 'open')));
    const later = stripe(stripeLine(1, 'void'), stripeLine(2, 'open'));
    const seen = await previewed('invoices', later);
    expect(seen).toMatchObject({ counts: { changed: 1, same: 1 }, people: [{ amount: -50 }] });
    const startedImport = await layouts.world.step(seen.id, 'start');
    expect((await booked())['ACME-1']).toEqual([1000, 1000, '2026-11-03', 'cancelled']);
    expect(await earned()).toBe(50);
    expect(await layouts.world.run('invoices', later)).toMatchObject({ counts: { left_out: 1, same: 1 } });
    await layouts.world.step(startedImport.id, 'undo');
    expect([(await booked())['ACME-1']?.[3], await earned()]).toEqual(['sent', 100]);
  });

  it('decisions 2.20: cancels a repeated void invoice once, and undo restores it', async () => {
    await layouts.world.run('invoices', stripe(stripeLine(1, 'open')));
    const seen = await previewed('invoices', stripe(stripeLine(1, 'void'), stripeLine(1, 'void')));
    expect(seen).toMatchObject({ counts: { changed: 1, left_out: 1 } });
    const startedImport = await layouts.world.step(seen.id, 'start');
    expect(startedImport).toMatchObject({ counts: { changed: 1, left_out: 1 } });
    const { query } = layouts.world.server.db;
    expect(await query.selectFrom('run_changes').select('entity').where('run_id', '=', Number(seen.id)).execute()).toEqual([
      { entity: 'invoice' },
    ]);
    expect(await layouts.world.step(startedImport.id, 'undo')).toMatchObject({ state: 'undone' });
    expect([(await booked())['ACME-1']?.[3], await earned()]).toEqual(['sent', 50]);
  });

  it('decisions 7.05: writes an invoice once if a sales sheet assigns it twice', async () => {
    await layouts.world.run('invoices', stripe(stripeLine(1, 'open')));
    const seen = await previewed('sales', 'Invoice No,Sales Rep\nACME-1,kim@example.test\nACME-1,kim@example.test');
    expect(seen).toMatchObject({ counts: { changed: 1, same: 1 } });
    const startedImport = await layouts.world.step(seen.id, 'start');
    expect(startedImport).toMatchObject({ counts: { changed: 1, same: 1 } });
    expect(await layouts.world.step(startedImport.id, 'undo')).toMatchObject({ state: 'undone' });
  });

  it('quarantines a void invoice that has payments', async () => {
    await layouts.world.run('invoices', stripe(stripeLine(1, 'open')));
    await layouts.world.run('receipts', 'Invoice,Payment Date,Amount,Reference\nACME-1,2026-11-10,600,CHK-1');
    const startedImport = await layouts.world.run('invoices', stripe(stripeLine(1, 'void')));
    expect((await layouts.world.quarantine(startedImport.id)).map(({ column, reason }) => [column, reason])).toEqual([
      ['Status', 'It is marked "void", but $600.00 was received or credited for it. Take that back under Payments first.'],
    ]);
  });
});
