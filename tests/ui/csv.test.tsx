import { afterEach, expect, test, vi } from 'vitest';
import { downloadCsv, toCsv } from '../../src/ui/grid/toolbar/exportCsv.ts';

const columns = [{ header: 'Value', text: (row: string) => row }];
/** The only field of a one-row file, as written to the file. */
const written = (value: string): string => {
  const csv = toCsv(columns, [value]);
  expect(csv.startsWith('\uFEFFValue\r\n')).toBe(true);
  expect(csv.endsWith('\r\n')).toBe(true);
  return csv.slice('\uFEFFValue\r\n'.length, -2);
};

afterEach(() => vi.restoreAllMocks());

test('the file has a byte order mark, a header and CRLF after each line', () => {
  const two = [
    { header: 'Id', text: (row: { id: number; name: string }) => String(row.id) },
    { header: 'Name, full', text: (row: { id: number; name: string }) => row.name },
  ];
  expect(toCsv(two, [{ id: 1, name: 'Ana' }])).toBe('\uFEFFId,"Name, full"\r\n1,Ana\r\n');
  expect(toCsv(two, [])).toBe('\uFEFFId,"Name, full"\r\n');
});

test.each([
  ['plain', 'plain'],
  ['', ''],
  ['a,b', '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ['two\nlines', '"two\nlines"'],
  ['two\r\nlines', '"two\r\nlines"'],
  ['a;b', '"a;b"'],
  [' kept space ', '" kept space "'],
  ['Zoë 表', 'Zoë 表'],
])('RFC 4180: %j is written %j', (value, expected) => expect(written(value)).toBe(expected));

test.each([
  ['=1+1', "'=1+1"],
  ['+1 555 0100', "'+1 555 0100"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['-2+3', "'-2+3"],
  ['-cmd|x', "'-cmd|x"],
  ['-1;=2', '"\'-1;=2"'],
  ['--5', "'--5"],
  ['\t=1', '"\'\t=1"'],
  ['\r=1', '"\'\r=1"'],
  ['\n=1', '"\'\n=1"'],
  ['  =1', "'  =1"],
  ['＝1+1', "'＝1+1"],
  ['＋1', "'＋1"],
  ['－1', "'－1"],
  ['＠x', "'＠x"],
  ['=HYPERLINK("http://x","y")', '"\'=HYPERLINK(""http://x"",""y"")"'],
])('a spreadsheet formula, %j, becomes text', (value, expected) => expect(written(value)).toBe(expected));

test.each([
  ['-12.50', '-12.50'],
  ['-1', '-1'],
  ['-$1,234.56', '"-$1,234.56"'],
  ['-8.3%', '-8.3%'],
  ['12.50', '12.50'],
])('a negative amount, %j, stays a number', (value, expected) => expect(written(value)).toBe(expected));

test('a header is escaped like a cell', () => {
  expect(toCsv([{ header: '=1+1', text: () => '' }], [])).toBe("\uFEFF'=1+1\r\n");
});

test('the download has the name and the full text', async () => {
  let blob: Blob | undefined;
  vi.spyOn(URL, 'createObjectURL').mockImplementation((received) => {
    blob = received as Blob;
    return 'blob:x';
  });
  const revoke = vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => {});
  let clicked: HTMLAnchorElement | undefined;
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    clicked = this;
  });
  downloadCsv('sales.csv', '\uFEFFa\r\n');
  expect(clicked?.download).toBe('sales.csv');
  expect(new Uint8Array((await blob?.arrayBuffer()) ?? new ArrayBuffer(0))).toEqual(new TextEncoder().encode('\uFEFFa\r\n'));
  expect(revoke).not.toHaveBeenCalled();
  await vi.waitFor(() => expect(revoke).toHaveBeenCalledWith('blob:x'));
});
