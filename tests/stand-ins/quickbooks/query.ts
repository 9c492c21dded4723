import { type Company, type EntityName, listed, type StoredEntity } from './company.ts';

const STATEMENT =
  /^SELECT (\*|count\(\*\)) FROM (\w+)(?: WHERE (.+?))?(?: ORDERBY ([\w.]+))?(?: STARTPOSITION (\d+))?(?: MAXRESULTS (\d+))?$/;
const MOST = 1000;

const valueAt = (entity: StoredEntity, path: string): unknown =>
  path.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], entity);

/** `A op 'v' AND …`, as documented: no OR, no join. */
const passes = (where: string) => {
  const tests = where.split(' AND ').map((one) => {
    const [, path = '', op = '', operand = ''] = /^([\w.]+) (IN|=|<|>|<=|>=) (.+)$/.exec(one.trim()) ?? [];
    if (path === '') throw new Error(`cannot read ${one}`);
    const values = operand
      .replace(/^\(|\)$/g, '')
      .split(',')
      .map((each) => each.trim().replace(/^'|'$/g, ''));
    return (entity: StoredEntity): boolean => {
      const value = String(valueAt(entity, path) ?? (path === 'Active' ? true : ''));
      const [first = ''] = values;
      const [a, b] = path.endsWith('Time') ? [Date.parse(value), Date.parse(first)] : [value, first];
      if (op === 'IN' || op === '=') return values.includes(value);
      return op === '<' ? a < b : op === '>' ? a > b : op === '<=' ? a <= b : a >= b;
    };
  });
  return (entity: StoredEntity): boolean => tests.every((test) => test(entity));
};

/** The answer to a query, as documented: 1-based places, at most 1000, no key where there are no rows. @throws for what is no statement */
export const answerQuery = (company: Company, statement: string): Record<string, unknown> => {
  const [, what, name = '', where, order, start = '1', most = '100'] = STATEMENT.exec(statement) ?? [];
  if (what === undefined) throw new Error('QueryParserError');
  // Inactive names are hidden unless they are asked for.
  const asked = where ?? (name === 'Customer' ? "Active = 'true'" : '');
  const all = [...company.of(name as EntityName).values()].filter(asked === '' ? () => true : passes(asked));
  if (what !== '*') return { totalCount: all.length };
  const keyOf = (entity: StoredEntity): string => String(valueAt(entity, order ?? 'Id'));
  const sorted = order ? [...all].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : keyOf(a) > keyOf(b) ? 1 : Number(a.Id) - Number(b.Id))) : all;
  const rows = sorted.slice(Number(start) - 1, Number(start) - 1 + Math.min(MOST, Number(most)));
  return rows.length === 0 ? {} : { [name]: rows.map(listed), startPosition: Number(start), maxResults: rows.length };
};
