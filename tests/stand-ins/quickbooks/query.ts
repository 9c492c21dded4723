import { type Company, entityNamed, listed, type StoredEntity } from './company.ts';

const STATEMENT =
  /^\s*SELECT\s+(\*|count\(\*\)|[\w.]+(?:\s*,\s*[\w.]+)*)\s+FROM\s+(\w+)(?:\s+WHERE\s+(.+?))?(?:\s+ORDER\s?BY\s+([\w.]+)(?:\s+(ASC|DESC))?)?(?:\s+STARTPOSITION\s+(\d+))?(?:\s+MAXRESULTS\s+(\d+))?\s*;?\s*$/is;
const CONDITION = /([\w.]+)\s*(<=|>=|=|<|>|\bIN\b|\bLIKE\b)\s*(\([^)]*\)|'(?:[^'\\]|\\.)*'|[^\s()]+)/iy;
const AND = /\s+AND\s+|\s*$/iy;
const MAX_ROWS = 1000;

const valueAt = (entity: StoredEntity, path: string): unknown =>
  path.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], entity);
const textOf = (literal: string): string =>
  literal
    .trim()
    .replace(/^'(.*)'$/s, '$1')
    .replace(/\\(.)/g, '$1');

/** Compares times by instant, amounts as numbers, everything else as text. */
const compare = (path: string, value: unknown, operand: string): number => {
  if (path.endsWith('Time')) return Date.parse(String(value)) - Date.parse(operand);
  if (typeof value === 'number') return value - Number(operand);
  const text = String(value ?? (path === 'Active' ? true : ''));
  return text === operand ? 0 : text < operand ? -1 : 1;
};
const isLike = (value: unknown, pattern: string): boolean => {
  const escaped = pattern.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/%/g, '.*');
  return new RegExp(`^${escaped}$`, 'is').test(String(value ?? ''));
};

type Test = (entity: StoredEntity) => boolean;
const testOf = (path: string, op: string, operand: string): Test => {
  const values = (op === 'IN' ? operand.replace(/^\(|\)$/g, '').split(',') : [operand]).map(textOf);
  const [first = ''] = values;
  return (entity) => {
    const value = valueAt(entity, path);
    if (op === 'LIKE') return isLike(value, first);
    if (op === 'IN') return values.some((one) => compare(path, value, one) === 0);
    const order = compare(path, value, first);
    return op === '=' ? order === 0 : op === '<' ? order < 0 : op === '>' ? order > 0 : op === '<=' ? order <= 0 : order >= 0;
  };
};

/** `A op 'v' AND …`, as documented: no OR, no join. @throws for anything else */
const testsIn = (where: string): readonly Test[] => {
  const tests: Test[] = [];
  for (let index = 0; index < where.length; ) {
    CONDITION.lastIndex = index;
    const [all, path = '', op = '', operand = ''] = CONDITION.exec(where) ?? [];
    if (all === undefined) throw new Error(`QueryParserError: cannot read ${where.slice(index)}`);
    tests.push(testOf(path, op.toUpperCase(), operand));
    AND.lastIndex = index + all.length;
    const next = AND.exec(where);
    if (!next) throw new Error(`QueryParserError: cannot read ${where.slice(index + all.length)}`);
    index = AND.lastIndex;
  }
  return tests;
};

/** The selected fields, always including the id. */
const fieldsOf = (row: Record<string, unknown>, label: string): Record<string, unknown> => {
  if (label === '*') return row;
  const names = ['Id', 'domain', ...label.split(',').map((name) => name.trim().split('.')[0] ?? '')];
  return { ...Object.fromEntries(Object.entries(row).filter(([name]) => names.includes(name))), sparse: true };
};

/** The response to a query, as documented: 1-based positions, at most 1000 rows, no key without rows. @throws for an invalid statement */
export const answerQuery = (company: Company, statement: string): Record<string, unknown> => {
  const [, what, name = '', where = '', order, way = 'ASC', start = '1', most = '100'] = STATEMENT.exec(statement) ?? [];
  const entity = entityNamed(name);
  if (what === undefined || entity === undefined) throw new Error('QueryParserError');
  const tests = testsIn(where.trim());
  // Inactive customers are hidden unless requested.
  const hidden = entity === 'Customer' && !/\bActive\b/.test(where) ? testsIn('Active = true') : [];
  const isById = /\bId\s+IN\b|\bId\s*=/i.test(where);
  const all = [...company.of(entity).values()].filter(
    (storedEntity) => [...tests, ...hidden].every((test) => test(storedEntity)) && (isById || !company.isHidden(entity, storedEntity.Id)),
  );
  if (/^count/i.test(what)) return { totalCount: all.length };
  const keyOf = (storedEntity: StoredEntity): string => String(valueAt(storedEntity, order ?? 'Id'));
  const turn = /desc/i.test(way) ? -1 : 1;
  const byKey = (a: StoredEntity, b: StoredEntity): number => (keyOf(a) < keyOf(b) ? -turn : keyOf(a) > keyOf(b) ? turn : 0);
  const sorted = order ? [...all].sort((a, b) => byKey(a, b) || Number(a.Id) - Number(b.Id)) : all;
  const rows = sorted.slice(Number(start) - 1, Number(start) - 1 + Math.min(MAX_ROWS, Number(most)));
  if (rows.length === 0) return {};
  return { [entity]: rows.map((row) => fieldsOf(listed(row), what)), startPosition: Number(start), maxResults: rows.length };
};
