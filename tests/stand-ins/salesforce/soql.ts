export type Row = Record<string, unknown>;

const STATEMENT = /^SELECT (.+?) FROM (\w+)(?: WHERE (.+?))?(?: ORDER BY ([\w., ]+?))?(?: LIMIT (\d+))?$/i;
const CONDITION = /^\(?(\w+) (>=|<=|=|>|<) ('[^']*'|[\w.:+-]+)\)?$/;

/** A field that does not exist or is not readable fails the whole query. */
export class InvalidField extends Error {}

export const valueAt = (row: Row, path: string): unknown =>
  path.split('.').reduce<unknown>((value, key) => (value as Row | null | undefined)?.[key] ?? null, row);
/** Compares instants by time, whatever their zone. */
const comparable = (value: unknown): string | number => {
  const text = String(value);
  return /^\d{4}-\d{2}-\d{2}T/.test(text) ? Date.parse(text) : text;
};
const operators: Readonly<Record<string, (a: string | number, b: string | number) => boolean>> = {
  '=': (a, b) => a === b,
  '>': (a, b) => a > b,
  '<': (a, b) => a < b,
  '>=': (a, b) => a >= b,
  '<=': (a, b) => a <= b,
};
const testOf = (text: string): ((row: Row) => boolean) => {
  const [, field = '', operator = '', literal = ''] = CONDITION.exec(text.trim()) ?? [];
  if (field === '') throw new Error(`unexpected token: ${text}`);
  const value = comparable(literal.replace(/^'(.*)'$/, '$1'));
  return (row) => operators[operator]?.(comparable(valueAt(row, field)), value) ?? false;
};
/** `A OR (B AND C)`: the part of the grammar used here. */
const filterOf = (where: string): ((row: Row) => boolean) => {
  const alternatives = where.split(' OR ').map((part) =>
    part
      .replace(/^\((.*)\)$/, '$1')
      .split(' AND ')
      .map(testOf),
  );
  return (row) => alternatives.some((tests) => tests.every((test) => test(row)));
};

/** Only the requested fields, with relations as nested objects. */
const shown = (row: Row, fields: readonly string[], type: string): Row => {
  const answer: Row = { attributes: { type, url: `/services/data/v64.0/sobjects/${type}/${String(row.Id)}` } };
  for (const path of fields) {
    const [name = '', field] = path.split('.');
    if (field === undefined) answer[name] = row[name] ?? null;
    else answer[name] = row[name] ? { ...(answer[name] as Row | undefined), [field]: valueAt(row, path) } : null;
  }
  return answer;
};

/**
 * The rows of a SOQL query.
 * @throws InvalidField, or Error for an unsupported statement
 */
export const answerSoql = (
  statement: string,
  tables: Readonly<Record<string, readonly Row[]>>,
  isField: (path: string) => boolean,
): Row[] => {
  const [, select = '', from = '', where, order, limit] = STATEMENT.exec(statement.trim()) ?? [];
  const table = tables[from];
  if (!table) throw new Error(`sObject type '${from}' is not supported.`);
  const fields = select.split(',').map((field) => field.trim());
  const unknown = fields.find((field) => !isField(field));
  if (unknown) throw new InvalidField(`No such column '${unknown}' on entity '${from}'.`);
  const keys = (order ?? 'Id').split(',').map((key) => key.trim());
  const byKeys = (a: Row, b: Row): number => {
    for (const key of keys) {
      const [left, right] = [comparable(valueAt(a, key) ?? ''), comparable(valueAt(b, key) ?? '')];
      if (left !== right) return left < right ? -1 : 1;
    }
    return 0;
  };
  return table
    .filter(where ? filterOf(where) : () => true)
    .toSorted(byKeys)
    .slice(0, limit === undefined ? undefined : Number(limit))
    .map((row) => shown(row, fields, from));
};
