import type { AuditEntry } from '../../contract/entities/audit.ts';
import { fullName } from '../../contract/entities/user.ts';
import type { AuditRow } from '../db/repositories/audit.ts';
import { canonicalJson } from '../db/repositories/auditChain.ts';
import { dollars } from './moneyText.ts';

const CENTS = /_cents$/;
/** Ids are of use to the log only: what they stand for is named beside them. */
const hidden = new Set(['user_id', 'commission_id', 'adjustment_id']);

const nameOf = (key: string): string => {
  const words = key.replace(CENTS, '').replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const textOf = (key: string, value: unknown): string | null => {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number') return CENTS.test(key) ? dollars(value) : String(value);
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return typeof value === 'string' ? value : canonicalJson(value);
};

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};

/** Field by field, as people read it: what did not change is left out. */
const changesOf = (before: unknown, after: unknown): AuditEntry['changes'] => {
  const [was, is] = [fieldsOf(before), fieldsOf(after)];
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .filter((key) => !hidden.has(key) && (is[key] !== false || was[key] === true))
    .map((key) => ({ field: nameOf(key), before: textOf(key, was[key]), after: textOf(key, is[key]) }))
    .filter((change) => change.before !== change.after);
};

/** A row of the audit log for people: `adjustment.approved` is "Adjustment approved". */
export const entryOf = (row: AuditRow): AuditEntry => ({
  id: String(row.id),
  at: row.at,
  actor: row.first_name === null ? 'System' : fullName({ first_name: row.first_name, last_name: row.last_name ?? '' }),
  action: nameOf(row.action.replaceAll('.', ' ')),
  cause: row.cause,
  changes: changesOf(row.before, row.after),
});
