import type { Cents } from '../../../contract/rules/money.ts';
import type { StagedRow } from '../../db/repositories/imports/importRows.ts';
import type { RowDecision } from './deciding/index.ts';
import { type ReadCells, type ReadRow, type RowReadOptions, rowHash } from './readRow.ts';
import { type ImportReason, importReason } from './reasons.ts';

export type ReadStagedRow = Readonly<{ staged: StagedRow; read: ReadCells }>;
type Readable = Readonly<{ staged: StagedRow; read: ReadCells & { ok: true } }>;
type Folded = Readonly<{ rows: readonly ReadStagedRow[]; decisions: readonly RowDecision[] }>;

const isReadable = (one: ReadStagedRow): one is Readable => one.read.ok;

const decisionFor = (rowNumber: number, fate: 'left_out' | 'quarantined', reason: ImportReason): RowDecision => ({
  rowNumber,
  fate,
  field: null,
  reason,
  userId: null,
  existing: null,
  write: null,
});
const followerDecisions = (lines: readonly Readable[], row: number): RowDecision[] =>
  lines.map(({ staged }) => decisionFor(staged.row_number, 'left_out', importReason('lineOf', { row })));

const isSameDocument = (a: ReadRow, b: ReadRow): boolean =>
  a.day === b.day &&
  a.customer?.toLowerCase() === b.customer?.toLowerCase() &&
  a.salesperson?.toLowerCase() === b.salesperson?.toLowerCase() &&
  a.role === b.role;

/** Adds up the lines of a document without a total; an omitted line would be missing from the sum. */
const sumLines = (lines: readonly ReadStagedRow[]): Folded => {
  const broken = lines.find(({ read }) => !read.ok);
  const readable = lines.filter(isReadable);
  const [head, ...followingLines] = readable;
  if (!head) return { rows: lines, decisions: [] };
  const refuseAll = (reason: ImportReason): RowDecision[] =>
    readable.map(({ staged }) => decisionFor(staged.row_number, 'quarantined', reason));
  if (broken)
    return {
      rows: lines.filter(({ read }) => !read.ok),
      decisions: refuseAll(importReason('lineUnreadable', { row: broken.staged.row_number })),
    };
  const differingLine = followingLines.find(({ read }) => !isSameDocument(read.row, head.read.row));
  if (differingLine) return { rows: [], decisions: refuseAll(importReason('linesDiffer', { row: differingLine.staged.row_number })) };
  const sumOf = (centsOf: (row: ReadRow) => Cents | null): Cents | null =>
    readable.reduce<Cents | null>((total, { read }) => {
      const value = centsOf(read.row);
      return total === null || value === null ? null : total + value;
    }, 0);
  const row = { ...head.read.row, gross: sumOf(({ gross }) => gross), net: sumOf(({ net }) => net) };
  return {
    rows: [{ staged: head.staged, read: { ok: true, row, hash: rowHash(row) } }],
    decisions: followerDecisions(followingLines, head.staged.row_number),
  };
};

/** Merges lines that repeat the totals of their document; differing lines are decided separately. */
const mergeRepeats = (lines: readonly ReadStagedRow[]): Folded => {
  const [head] = lines.filter(isReadable);
  if (!head) return { rows: lines, decisions: [] };
  const repeats = lines.filter(isReadable).filter((line) => line !== head && line.read.hash === head.read.hash);
  return {
    rows: lines.filter((line) => !(repeats as readonly ReadStagedRow[]).includes(line)),
    decisions: followerDecisions(repeats, head.staged.row_number),
  };
};

/**
 * Folds the lines of each document into one row, if the layout has a row per line. The rows must include all lines of their documents.
 */
export const foldLines = ({ layout }: RowReadOptions, rows: readonly ReadStagedRow[]): Folded => {
  if (layout?.lines === undefined) return { rows, decisions: [] };
  const fold = layout.lines === 'sum' ? sumLines : mergeRepeats;
  const documents = new Map<string, ReadStagedRow[]>();
  const single: ReadStagedRow[] = [];
  for (const one of rows) {
    const { key } = one.staged;
    if (key === null) single.push(one);
    else documents.set(key, [...(documents.get(key) ?? []), one]);
  }
  const folded = [...documents.values()].map((lines) => (lines.length === 1 ? { rows: lines, decisions: [] } : fold(lines)));
  return {
    rows: [...single, ...folded.flatMap((one) => one.rows)].sort((a, b) => a.staged.row_number - b.staged.row_number),
    decisions: folded.flatMap((one) => one.decisions),
  };
};
