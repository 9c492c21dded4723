import { type RawBuilder, sql } from 'kysely';

const quote = (text: string): string => `"${text.replace(/[\\"]/g, '\\$&')}"`;
/** A value in PostgreSQL's array syntax. */
const toElement = (value: unknown): string => {
  if (value === null || value === undefined) return 'NULL';
  if (typeof value === 'number') return String(value);
  return quote(typeof value === 'string' ? value : JSON.stringify(value));
};

/**
 * Rows as a table within a statement, one array per column: PostgreSQL parses it in a third of the time of JSON.
 * A string in a JSON column is passed as JSON text.
 * @param types PostgreSQL types by column name
 */
export const unnestRows = <Row, Name extends string>(
  rows: readonly Row[],
  types: Readonly<Record<Name, string>>,
  cellOf: (row: Row, name: Name) => unknown = (row, name) => (row as Partial<Record<Name, unknown>>)[name],
): RawBuilder<unknown> => {
  const names = Object.keys(types) as Name[];
  const columns = names.map((name) => {
    const values = `{${rows.map((row) => toElement(cellOf(row, name))).join(',')}}`;
    return sql`unnest(${values}::${sql.raw(`${types[name]}[]`)}) as ${sql.raw(name)}`;
  });
  return sql`(select ${sql.join(columns)})`;
};

/** Numbers as an array literal, because pg quotes and escapes each element. */
export const int8s = (values: readonly number[]): RawBuilder<unknown> => sql`${`{${values.join(',')}}`}::int8[]`;
