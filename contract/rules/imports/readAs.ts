import type { ImportMapping } from '../../entities/import.ts';
import type { Cents } from '../money.ts';
import type { Day } from '../time/period.ts';
import { fieldTypes, type ImportField } from './fields.ts';
import { type AmountFormat, type DateFormat, readCellAmount, readDay } from './formats.ts';

/** The value read from a cell with an ambiguous format. */
export type InterpretedValue = Readonly<{ day: Day } | { cents: Cents }>;

/** The values that the mapping reads from a row's text cells, by column index. */
export const interpretValues = (mapping: ImportMapping, values: readonly string[]): ReadonlyMap<number, InterpretedValue> => {
  const read = new Map<number, InterpretedValue>();
  for (const [field, { column, format }] of Object.entries(mapping)) {
    const value = values[column] ?? '';
    const type = fieldTypes[field as ImportField];
    if (type === 'date' && format !== undefined && format !== 'ymd') {
      const day = readDay(value, format as DateFormat);
      if (day !== null) read.set(column, { day });
    }
    if (type === 'amount' && format !== undefined && !/^\d+(\.\d\d)?$/.test(value)) {
      const cents = readCellAmount(value, format as AmountFormat);
      if (cents !== null) read.set(column, { cents });
    }
  }
  return read;
};
