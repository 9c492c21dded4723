import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { statementPdf } from '../../../server/documents/statementPdf.ts';
import { statementXlsx } from '../../../server/documents/statementXlsx.ts';
import type { StatementContent } from '../../../server/domain/statements/statementContent.ts';
import { partOf } from '../../support/workbooks.ts';

const Q4 = { start_date: '2026-10-01', end_date: '2026-10-31' };

describe('a long statement', () => {
  const row = {
    id: 1,
    memoOf: null,
    date: '2026-10-10',
    invoice: 'T-1',
    customer: 'Acme School',
    net: 100_00,
    formula: '100.00 × 5.0%',
    amount: 5_00,
    status: 'Due',
  };
  const content: StatementContent = {
    ...{
      ...Q4,
      company: 'Acme',
      person: 'Sam',
      email: 's@example.test',
      role: 'Salesperson',
      territory: null,
      writtenAt: '2026-11-21T12:00:00Z',
      writtenOn: '2026-11-21',
    },
    ...{
      plans: ['Default plan'],
      configVersions: [1],
      pending: 0,
      openMonths: ['2026-10-01'],
      earlierOpen: [],
      due: 0,
      adjustments: [],
      draws: [],
      quotas: [],
      waiting: [],
      payouts: [],
      fingerprint: 'x',
    },
    lines: Array.from({ length: 300 }, () => row),
    opening: 0,
    net: 0,
    earned: 0,
    adjusted: 0,
    paid: 0,
    closing: 0,
  };

  const pdfOf = (written: StatementContent, signal?: AbortSignal) => statementPdf(written, { why: 'range' }, signal);
  it.each([
    ['PDF', pdfOf, '%PDF-'],
    ['XLSX', statementXlsx, 'PK'],
  ] as const)('%s is written without blocking requests', async (_, write, begins) => {
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    // A stall is measured from the preceding turn to the following one.
    await setTimeout(20);
    const begun = performance.now();
    const file = await write(content);
    const took = performance.now() - begun;
    await setTimeout(20);
    delay.disable();
    expect(file.subarray(0, begins.length).toString()).toBe(begins);
    expect(delay.max / 1e6).toBeLessThan(took / 3);
  });

  it('XLSX has typed cells, all rows and inert text', async () => {
    const lines = Array.from({ length: 2500 }, (_, index) => ({ ...row, invoice: `T-${index}`, customer: '=1+1 <Acme> \u0007' }));
    const file = await statementXlsx({ ...content, lines, net: 250_000_00, earned: 12_500_00 });
    const names = [...partOf(file, 'xl/workbook.xml').matchAll(/<sheet name="([^"]*)"/g)].map(([, name]) => name);
    expect(names).toEqual(['Summary', 'Records', 'Attainment and tiers', 'Not due yet', 'Adjustments', 'Payouts']);
    const records = partOf(file, 'xl/worksheets/sheet2.xml');
    expect(records.match(/<row>/g)).toHaveLength(2502);
    expect(records).toContain('state="frozen"');
    expect(records).toContain('<t xml:space="preserve">=1+1 &lt;Acme&gt; </t>');
    const [date, , , net] = (records.match(/<row>.*?<\/row>/g)?.[2500] ?? '').match(/<c.*?<\/c>/g) ?? [];
    // October 10, 2026 as a day, and $100.00 as a number.
    expect([date, net]).toEqual(['<c s="5"><v>46305</v></c>', '<c s="1"><v>100</v></c>']);
    expect(records).toContain('<v>250000</v></c>');
  });

  it('decisions 8.02: renders Chinese and Arabic names in fonts with their glyphs, which no other file contains', async () => {
    const fontsIn = async (customer: string): Promise<string[]> => {
      const file = (await pdfOf({ ...content, lines: [{ ...row, customer }] })).toString('latin1');
      return ['NotoSansSC', 'NotoNaskhArabic'].filter((font) => new RegExp(`/BaseFont /[A-Z]+\\+${font}`).test(file));
    };
    expect(await fontsIn('Acme School')).toEqual([]);
    expect(await fontsIn('北京市第一中学')).toEqual(['NotoSansSC']);
    expect(await fontsIn('مدرسة النور')).toEqual(['NotoNaskhArabic']);
  }, 30_000);

  it('is aborted when the server stops', async () => {
    const stop = new AbortController();
    const file = pdfOf(content, stop.signal);
    stop.abort();
    await expect(file).rejects.toThrow('ended without it');
  });
});
