import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { payInputs } from '../../contract/rules/payInputs.ts';

const db = fileURLToPath(new URL('../../server/db', import.meta.url));
/** The repositories that `commissions/recompute` reads to compute records and bonuses. */
const engineReads = ['bonuses', 'engineAdjustments', 'facts', 'holds', 'involved', 'records', 'releasing'];
const statements = engineReads
  .flatMap((name) => [...readFileSync(join(db, `repositories/commissions/${name}.ts`), 'utf8').matchAll(/`([^`]*)`/g)])
  .map(([, text = '']) => text)
  .join('\n');
const words = new Set(statements.match(/\w+/g));

const schema = readdirSync(join(db, 'schema'))
  .map((name) => readFileSync(join(db, 'schema', name), 'utf8'))
  .join('\n');
const columnsOf = new Map(
  [...schema.matchAll(/export interface (\w+Table)\b[^{]*\{(.*?)\n\}/gs)].map(([, name = '', body = '']) => [
    name,
    [...body.matchAll(/^ {2}(\w+)\??:/gm)].map(([, column = '']) => column),
  ]),
);
const tables = new Map(
  [...schema.matchAll(/^ {2}(\w+): (\w+Table);/gm)].map(([, table = '', name = '']) => [table, columnsOf.get(name) ?? []]),
);
/** Tables that the engine itself writes, and a view over `users` and `user_past`. */
const outputs = ['commission_records', 'disputes'];
const views: Readonly<Record<string, readonly string[]>> = { people_over_time: ['users', 'user_past'] };
const read = new Set(
  [...statements.matchAll(/\b(?:from|join)\s+(\w+)/g)]
    .flatMap(([, table = '']) => views[table] ?? [table])
    .filter((table) => tables.has(table) && !outputs.includes(table)),
);

describe('the inputs of pay (issue 46, Deliver 2)', () => {
  it('cover exactly the tables that the engine reads', () => {
    expect([...read].sort()).toEqual(Object.keys(payInputs).sort());
  });

  it.each(Object.entries(payInputs))('cover every field of %s that the engine names', (table, { payColumns, lookupColumns }) => {
    const columns = tables.get(table) ?? [];
    const named = columns.filter((column) => words.has(column));
    expect(named.filter((column) => !payColumns.includes(column) && !lookupColumns.includes(column))).toEqual([]);
    expect(payColumns.filter((column) => !words.has(column))).toEqual([]);
  });

  it('finds the columns that it judges', () => {
    expect(tables.get('invoices')).toContain('rate_override');
    expect(words.has('activity_type')).toBe(true);
  });
});
