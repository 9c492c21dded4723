import { type SheetType, sheetColumns } from '../../../contract/rules/connections/sheetColumns.ts';
import type { SheetHeader } from '../../../contract/rules/connections/sheetHeader.ts';
import type { Day } from '../../../contract/rules/time/period.ts';
import type { LedgerRow, RowProblem, ScheduleRow } from '../../domain/connections/facts.ts';
import { readSheetDay } from './cells.ts';
import { readLedgerRow } from './ledgerRow.ts';
import { readScheduleRow, type SheetPlace } from './scheduleRow.ts';
import { cellsOf, contentHash, createRowKeys, formulaProblem, isBlankRow, type RowCells, type SheetGrid } from './sheetRows.ts';

export type SheetGrids = Readonly<{ displayed: SheetGrid; raw: SheetGrid }>;
export type SheetFact = Readonly<{ kind: 'event'; row: ScheduleRow }> | Readonly<{ kind: 'ledger'; row: LedgerRow }>;
/** A row's identity, content hash and content. `number` counts from 1, as in the sheet; for display only. */
export type SheetRow = Readonly<{ number: number; key: string; hash: string }> &
  (Readonly<{ fact: SheetFact; problem: null }> | Readonly<{ fact: null; problem: RowProblem }>);

const isProblem = (value: ScheduleRow | LedgerRow | RowProblem): value is RowProblem => 'code' in value;

const naturalKey = (type: SheetType, cells: RowCells, { dayFirst }: SheetPlace): readonly string[] => {
  if (type === 'ar') return [cells('invoice_number').displayed];
  const date = cells('date');
  const day = readSheetDay(date, dayFirst);
  return [
    cells('customer').displayed,
    cells('activity').displayed,
    day ? `${day.day} ${day.minutes ?? ''}` : date.displayed,
    cells('start_time').displayed,
  ];
};

/** Leaves out fields without a column in the sheet, so that they stay unchanged (decisions 7.06). */
const omitAbsentFields = (event: ScheduleRow['event'], { indexByColumn }: SheetHeader): ScheduleRow['event'] =>
  Object.fromEntries(
    Object.entries(event).filter(([field]) => !(field in sheetColumns.schedule) || field === 'timezone' || field in indexByColumn),
  ) as ScheduleRow['event'];

const factOf = (type: SheetType, header: SheetHeader, cells: RowCells, sheetPlace: SheetPlace): SheetFact | RowProblem => {
  const row = type === 'schedule' ? readScheduleRow(cells, sheetPlace) : readLedgerRow(cells, sheetPlace);
  if (isProblem(row)) return row;
  return 'event' in row ? { kind: 'event', row: { ...row, event: omitAbsentFields(row.event, header) } } : { kind: 'ledger', row };
};

/** Every non-blank row below the header, in sheet order. */
export function* readSheet(
  type: SheetType,
  header: SheetHeader,
  { displayed, raw }: SheetGrids,
  sheetPlace: SheetPlace,
): Generator<SheetRow> {
  const keyOf = createRowKeys();
  for (let index = header.row + 1; index < Math.max(displayed.length, raw.length); index += 1) {
    const row = displayed[index] ?? [];
    if (isBlankRow(row) && isBlankRow(raw[index] ?? [])) continue;
    const cells = cellsOf(header, row, raw[index]);
    const id = type === 'schedule' ? cells('id').displayed : '';
    const { key, occurrence } = keyOf(id, naturalKey(type, cells, sheetPlace));
    const sheetRow = { number: index + 1, key, hash: contentHash(header, cells) };
    const duplicateId: RowProblem | null = id.trim() !== '' && occurrence > 1 ? { code: 'doubled_id', column: 'id', shown: id } : null;
    const problem = duplicateId ?? formulaProblem(header, cells);
    const fact = problem ?? factOf(type, header, cells, sheetPlace);
    yield 'code' in fact ? { ...sheetRow, fact: null, problem: fact } : { ...sheetRow, fact, problem: null };
  }
}

/** True within the connection's days, inclusive; undated rows are always included. */
export const isDayBetween = (day: Day | null, from: Day | null, until: Day | null): boolean =>
  day === null || ((from === null || day >= from) && (until === null || day <= until));
