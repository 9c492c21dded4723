import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { FileColumn } from '../../../contract/entities/import.ts';
import { limits } from '../../../contract/limits.ts';
import { importProblems as text } from '../../../contract/messages/imports.ts';
import { fill } from '../../../contract/messages.ts';
import { isKnownHeader, normalisedHeader } from '../../../contract/rules/imports/fields.ts';
import {
  type Cell,
  countCell,
  type Fits,
  fittingFormats,
  type Leading,
  leadingFormats,
  newFits,
  readText,
} from '../../../contract/rules/imports/formats.ts';
import type { Store } from '../../db/repositories/store.ts';
import { pacedBy } from '../shared/parts.ts';
import { type FileRow, fileRows, type StoredFile, unreadable } from './reading/index.ts';

const most = limits.imports;
const SAMPLES = 3;
/** Others get their turn after so many rows. */
const BREATHE_EVERY = 100;

type Header = Readonly<{ number: number; names: readonly string[]; keys: readonly string[] }>;

const namesOf = ({ cells }: FileRow): string[] => cells.map((cell) => readText(cell).slice(0, 100));
const knownIn = (row: FileRow): number => namesOf(row).filter(isKnownHeader).length;
const filledIn = (row: FileRow): number => row.cells.filter((cell) => readText(cell) !== '').length;

/** Of the first rows the one with the most names that are known; where none is, the first that has two cells. */
const headerAmong = (rows: readonly FileRow[]): FileRow => {
  const [best] = [...rows].sort((a, b) => knownIn(b) - knownIn(a) || a.number - b.number);
  const header = best && knownIn(best) > 0 ? best : rows.find((row) => filledIn(row) > 1);
  if (!header) throw unreadable(fill(text.noHeader, { rows: most.headerWithin }));
  return header;
};

const isHeaderAgain = (row: FileRow, { keys }: Header): boolean => namesOf(row).map(normalisedHeader).join('\n') === keys.join('\n');

/** What the database cannot keep is seen as what it is. */
const storable = (cell: Cell): Cell =>
  typeof cell === 'string'
    ? cell
        .slice(0, most.maxCell + 1)
        .replaceAll('\u0000', '\ufffd')
        .replaceAll(/[\uD800-\uDFFF]/gu, '\ufffd')
    : cell;

const columnsOf = (header: Header, fits: readonly Fits[], samples: readonly (readonly string[])[]): FileColumn[] =>
  header.names.map((name, at) => ({ name, samples: [...(samples[at] ?? [])], ...fittingFormats(fits[at] ?? newFits()) }));

const warningsOf = (header: Header, again: number): string[] => {
  const twice = header.keys.flatMap((key, at) => (key !== '' && header.keys.indexOf(key) < at ? [header.names[at] ?? ''] : []));
  return [
    ...[...new Set(twice)].map((name) => fill(text.columnTwice, { name })),
    ...(again === 0 ? [] : [again === 1 ? text.headerAgainOne : fill(text.headerAgain, { count: again })]),
  ];
};

/** The names in their order, without case and punctuation: files of one shape share a mapping. */
const shapeOf = (keys: readonly string[]): string => createHash('sha256').update(keys.join('\n')).digest('hex');

/** `leading`: by column, the formats that read the most of its cells. */
type Found = Readonly<{
  columns: FileColumn[];
  leading: Leading[];
  headerRow: number;
  rows: number;
  warnings: string[];
  shape: string;
  hash: string;
}>;

/**
 * Reads a whole file into rows of the run, a thousand in one statement at most, and finds its header and how its columns are written. It may be
 * done twice: what an interrupted reading left is cleared first.
 * @throws Problem 422 for a file that cannot be read
 */
export const readImport = async (
  store: Pick<Store, 'importRows'>,
  runId: number,
  file: StoredFile,
  signal: AbortSignal,
): Promise<Found> => {
  await store.importRows.clear(runId);
  const hash = createHash('sha256');
  let header: Header | null = null;
  let first: FileRow[] = [];
  let [rows, again] = [0, 0];
  const fits: Fits[] = [];
  const samples: string[][] = [];
  const paced = pacedBy(most.paced, most.batch);
  let pending: { row_number: number; cells: Cell[] }[] = [];

  const keep = async (row: FileRow, under: Header): Promise<void> => {
    if (row.number <= under.number || filledIn(row) === 0) return;
    if (isHeaderAgain(row, under)) {
      again += 1;
      return;
    }
    rows += 1;
    if (rows > most.maxRows) throw unreadable(fill(text.tooManyRows, { most: most.maxRows.toLocaleString('en-US') }));
    const cells = row.cells.slice(0, under.names.length).map(storable);
    for (const [at, cell] of cells.entries()) {
      const counts = fits[at] ?? newFits();
      fits[at] = counts;
      countCell(counts, cell);
      const kept = samples[at] ?? [];
      samples[at] = kept;
      if (kept.length < SAMPLES && cell !== null) kept.push(readText(cell).slice(0, 60));
    }
    hash.update(JSON.stringify(cells));
    pending.push({ row_number: row.number, cells });
    if (rows % BREATHE_EVERY === 0) await setImmediate();
    if (pending.length < paced.size()) return;
    await paced.of(store.importRows.add(runId, pending));
    pending = [];
    signal.throwIfAborted();
  };
  const begin = async (): Promise<void> => {
    const found = headerAmong(first);
    if (found.cells.length > most.maxColumns) throw unreadable(fill(text.tooManyColumns, { most: most.maxColumns }));
    const names = namesOf(found);
    header = { number: found.number, names, keys: names.map(normalisedHeader) };
    for (const row of first) await keep(row, header);
    first = [];
  };

  for await (const row of fileRows(file)) {
    if (header) await keep(row, header);
    else if (first.push(row) >= most.headerWithin) await begin();
  }
  if (!header) await begin();
  if (pending.length > 0) await store.importRows.add(runId, pending);
  if (rows === 0) throw unreadable(text.noRows);
  const known = header as unknown as Header;
  return {
    columns: columnsOf(known, fits, samples),
    leading: known.names.map((_, at) => leadingFormats(fits[at] ?? newFits())),
    headerRow: known.number,
    rows,
    warnings: warningsOf(known, again),
    shape: shapeOf(known.keys),
    hash: hash.digest('hex'),
  };
};
