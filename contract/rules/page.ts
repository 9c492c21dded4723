import { limits } from '../limits.ts';

type Sizes = Readonly<{ row: number; header: number; footer: number; padding: number }>;

/** spec 9.06: number of rows that fit the window, at least 5. */
export const pageSizeFor = (windowHeight: number, { row, header, footer, padding }: Sizes): number =>
  Math.max(limits.table.minRows, Math.floor((windowHeight - header - footer - padding) / row));
