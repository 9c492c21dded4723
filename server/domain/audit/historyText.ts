import type { AuditEntry } from '../../../contract/entities/audit.ts';
import { fullName } from '../../../contract/entities/user.ts';
import { causes } from '../../../contract/messages/audit.ts';
import { fill, messages } from '../../../contract/messages.ts';
import type { AmountRow, AuditRow } from '../../db/repositories/audit/audit.ts';
import { causesOf, causeText } from './causeText.ts';
import { diffConfigs } from './diffConfigs.ts';
import { actionText, fieldText, historyValueText } from './historyWords.ts';

/** Ids are internal to the log; the items they refer to are also named. */
const hiddenKeys = new Set(['user_id', 'commission_id', 'adjustment_id']);
/** The log's fields are unordered; shown in this order: subject, money, outcome. */
const keyOrder = [
  'invoice_number',
  'net_cents',
  'amount_cents',
  'adjustments_cents',
  'released_cents',
  'paid_cents',
  'reason',
  'effective_date',
];
export const orderOfKey = (key: string): number => (keyOrder.includes(key) ? keyOrder.indexOf(key) : keyOrder.length);

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};

const fieldChanges = (entity: string, key: string, before: unknown, after: unknown): AuditEntry['changes'] => {
  const isConfig = entity === 'settings' && key === 'commissions_config' && typeof before === 'string' && typeof after === 'string';
  const configChanges = isConfig ? diffConfigs(before, after) : null;
  return (
    configChanges ?? [
      { field: fieldText(entity, key), before: historyValueText(entity, key, before), after: historyValueText(entity, key, after) },
    ]
  );
};

/** Field changes as readable text; unchanged fields are left out. */
export const auditChangesOf = (entity: string, before: unknown, after: unknown): AuditEntry['changes'] => {
  const [beforeFields, afterFields] = [fieldsOf(before), fieldsOf(after)];
  return [...new Set([...Object.keys(beforeFields), ...Object.keys(afterFields)])]
    .filter((key) => !hiddenKeys.has(key) && (afterFields[key] !== false || beforeFields[key] === true))
    .sort((a, b) => orderOfKey(a) - orderOfKey(b))
    .flatMap((key) => fieldChanges(entity, key, beforeFields[key], afterFields[key]))
    .filter((change) => change.before !== change.after);
};

type Named = Readonly<{ first_name: string | null; last_name: string | null }>;
const nameOf = ({ first_name, last_name }: Named): string =>
  first_name === null ? 'System' : fullName({ first_name, last_name: last_name ?? '' });

/** An audit row as readable text: `adjustment.approved` becomes "Adjustment approved". */
export const historyEntryOf = (row: AuditRow): AuditEntry => ({
  id: String(row.id),
  at: row.at,
  actor: row.token_name === null ? nameOf(row) : fill(messages.apiTokens.actor, { name: nameOf(row), token: row.token_name }),
  action: actionText(row.action),
  cause: causeText(row),
  causes: causesOf(row),
  changes: auditChangesOf(row.entity, row.before, row.after),
});

const causeOfVersion = (version: number): Pick<AuditEntry, 'cause' | 'causes'> => {
  const text = fill(causes.configSaved, { version });
  return { cause: text, causes: [{ text, ref: { kind: 'config', id: String(version) } }] };
};

/** One amount changed by a bulk change (saved configuration, import) that has a single audit row for all amounts. */
export const amountEntryOf = (row: AmountRow): AuditEntry => ({
  id: `amount ${row.id}`,
  at: row.at,
  actor: nameOf(row),
  action: actionText('commission.recomputed'),
  ...(row.version === null ? { cause: causeText(row), causes: causesOf(row) } : causeOfVersion(row.version)),
  changes: auditChangesOf('commission', { amount_cents: row.before_cents }, { amount_cents: row.after_cents }),
});
