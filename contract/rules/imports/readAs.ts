import type { ImportMapping } from '../../entities/import.ts';
import type { Cents } from '../money.ts';
import type { Day } from '../time/period.ts';
import { fieldTypes, type ImportField } from './fields.ts';
import { type AmountFormat, type DateFormat, readAmount, readDay } from './formats.ts';

/** What a cell is taken for where it is written in one of several ways. */
export type ReadAs = Readonly<{ day: Day } | { cents: Cents }>;

/** By column: what the mapping reads in a row's cells, given as texts. */
export const readAs = (mapping: ImportMapping, values: readonly string[]): ReadonlyMap<number, ReadAs> => {
  const read = new Map<number, ReadAs>();
  for (const [field, { column, format }] of Object.entries(mapping)) {
    const value = values[column] ?? '';
    const type = fieldTypes[field as ImportField];
    if (type === 'date' && format !== undefined && format !== 'ymd') {
      const day = readDay(value, format as DateFormat);
      if (day !== null) read.set(column, { day });
    }
    if (type === 'amount' && format !== undefined && !/^\d+(\.\d\d)?$/.test(value)) {
      const cents = readAmount(value, format as AmountFormat);
      if (cents !== null) read.set(column, { cents });
    }
  }
  return read;
};
