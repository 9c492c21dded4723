import { limits } from '../../../../contract/limits.ts';
import type { CellEditorKind, CellWrite, GridProps } from '../types.ts';

/** Row and column indexes, inclusive. */
export type Area = Readonly<{ top: number; bottom: number; left: number; right: number }>;
export type BlockMisfit = Readonly<{ why: 'rows' | 'columns' | 'readOnly' | 'value' | 'most'; count: number; example: string }>;
type Grid<Row> = Readonly<{ rows: readonly Row[]; columns: readonly { key: string }[]; editorOf: GridProps<Row>['editorOf'] }>;

const maxCells = limits.table.cellsAtOnce;

/** A cell with the separator after it: quoted as in RFC 4180 (an unclosed quote lasts to the end), or text up to a tab or line break. */
const clipboardCell = /(?:"((?:[^"]+|"")*)(?:"|$))?([^\t\n]*)([\t\n]|$)/y;

/** Parses text copied from a spreadsheet: tabs, line breaks, and quoted cells. */
export const parseBlock = (text: string): readonly (readonly string[])[] => {
  const rows: string[][] = [[]];
  clipboardCell.lastIndex = 0;
  for (let separator: string | undefined = '\t'; separator; ) {
    const [, quoted = '', unquoted = '', next] = clipboardCell.exec(text) ?? [];
    const cell = quoted.replaceAll('""', '"') + unquoted.replaceAll('\r', '');
    // Removes the apostrophe that copying adds to text that a spreadsheet would execute (decisions 2.18).
    rows.at(-1)?.push(cell.replace(/^'(?=\s*[=+\-@\t\r\n])/, ''));
    if (next === '\n') rows.push([]);
    separator = next;
  }
  // The final line break ends the last row instead of starting a new one.
  if (rows.length > 1 && rows.at(-1)?.length === 1 && rows.at(-1)?.[0] === '') rows.pop();
  return rows;
};

/** The value a field would store for a text; null if it refuses the text. */
export const parseCellText = (editor: CellEditorKind, text: string): string | null => {
  if (editor.kind === 'long') return text;
  const line = text.replace(/\s*[\r\n]+\s*/g, ' ').trim();
  if (editor.kind === 'text') return line;
  const query = line.toLowerCase();
  return editor.options.find(({ value, label }) => value.toLowerCase() === query || label.toLowerCase() === query)?.value ?? null;
};

/** The editable cells of an area. */
const findEditable = <Row>({ rows, columns, editorOf }: Grid<Row>, { top, bottom, left, right }: Area) =>
  rows.slice(top, bottom + 1).flatMap((row) =>
    columns.slice(left, right + 1).flatMap(({ key }) => {
      const editor = editorOf?.(row, key);
      return editor ? [{ row, key, editor }] : [];
    }),
  );

export const fillArea = <Row>(grid: Grid<Row>, area: Area, text: string): readonly CellWrite<Row>[] =>
  findEditable(grid, area)
    .flatMap(({ row, key, editor }) => {
      const value = parseCellText(editor, text);
      return value === null ? [] : [{ row, key, value }];
    })
    .slice(0, maxCells);

/** Copies the first row of the area into the rows below; a single row is filled from the row above. */
export const copyFirstRowDown = <Row>(grid: Grid<Row>, area: Area): readonly CellWrite<Row>[] => {
  const from = area.top === area.bottom ? area.top - 1 : area.top;
  const source = grid.rows[from];
  if (source === undefined) return [];
  return Array.from({ length: area.right - area.left + 1 }, (_, index) => area.left + index).flatMap((column) => {
    const value = grid.editorOf?.(source, grid.columns[column]?.key ?? '')?.value;
    return value === undefined ? [] : fillArea(grid, { top: from + 1, bottom: area.bottom, left: column, right: column }, value);
  });
};

/** A pasted block: the cells that accept their value, and those that do not fit. A single value fills the whole selection. */
export const planPaste = <Row>(grid: Grid<Row>, area: Area, block: readonly (readonly string[])[]) => {
  const singleValue = block.length === 1 && block[0]?.length === 1 ? (block[0][0] as string) : null;
  const height = singleValue === null ? block.length : area.bottom - area.top + 1;
  const width = singleValue === null ? Math.max(...block.map(({ length }) => length)) : area.right - area.left + 1;
  const cells: CellWrite<Row>[] = [];
  const misfits = new Map<BlockMisfit['why'], { count: number; example: string }>();
  const addMisfit = (why: BlockMisfit['why'], example: string): void => {
    const sameReason = misfits.get(why);
    misfits.set(why, { count: (sameReason?.count ?? 0) + 1, example: sameReason?.example ?? example.slice(0, 60) });
  };
  const toWrite = (text: string, row: Row | undefined, column: { key: string } | undefined): CellWrite<Row> | BlockMisfit['why'] => {
    if (row === undefined) return 'rows';
    if (!column) return 'columns';
    const editor = grid.editorOf?.(row, column.key);
    if (!editor) return 'readOnly';
    const value = parseCellText(editor, text);
    if (value === null) return 'value';
    return cells.length === maxCells ? 'most' : { row, key: column.key, value };
  };
  for (let rowOffset = 0; rowOffset < height; rowOffset += 1) {
    for (let columnOffset = 0; columnOffset < width; columnOffset += 1) {
      const text = singleValue ?? block[rowOffset]?.[columnOffset];
      if (text === undefined) continue;
      const outcome = toWrite(text, grid.rows[area.top + rowOffset], grid.columns[area.left + columnOffset]);
      if (typeof outcome === 'string') addMisfit(outcome, text);
      else cells.push(outcome);
    }
  }
  return { cells, misfits: [...misfits].map(([why, misfit]) => ({ why, ...misfit })) };
};
