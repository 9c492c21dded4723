import type { AuditLogRow } from '../../../contract/entities/audit.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { toCents } from '../../../contract/rules/money.ts';
import { formatMoney, NONE } from '../../ui/display/format.ts';
import { formatInstant } from '../../ui/display/formatInstant.ts';
import { CellBadge } from '../../ui/grid/CellBadge.tsx';
import type { GridColumn } from '../../ui/grid/types.ts';

const t = messages.auditLog;
const { nothing: noValue } = messages.history;

export const changeText = ({ field, before, after }: AuditLogRow['changes'][number]): string =>
  fill(t.change, { field, before: before ?? noValue, after: after ?? noValue });
export const changesText = ({ changes }: AuditLogRow): string => changes.map(changeText).join('; ');
export const auditAmountText = ({ amount }: AuditLogRow): string => (amount === null ? '' : formatMoney(toCents(amount)));

const column = (
  key: keyof typeof t.columns,
  width: number,
  toText: (row: AuditLogRow) => string,
  options: Partial<GridColumn<AuditLogRow>> = {},
): GridColumn<AuditLogRow> => ({ key, header: t.columns[key], width, cell: (row) => toText(row) || NONE, text: toText, ...options });

export const auditColumns: readonly GridColumn<AuditLogRow>[] = [
  column('at', 185, ({ at }) => formatInstant(at)),
  column('actor', 140, ({ actor }) => actor),
  column('action', 230, ({ action }) => action, {
    cell: ({ action, own_benefit }) => (
      <span className="grid-lines">
        {action} {own_benefit && <CellBadge severity="warning">{t.ownBadge}</CellBadge>}
      </span>
    ),
  }),
  column('subject', 140, ({ subject }) => subject ?? ''),
  column('amount', 110, auditAmountText, { align: 'end' }),
  column('changes', 260, changesText, {
    grows: true,
    cell: (row) => (row.changes.length === 0 ? NONE : <span className="grid-lines">{changesText(row)}</span>),
    tip: changesText,
  }),
];
export const auditColumnKeys: readonly string[] = auditColumns.map(({ key }) => key);

/** Columns of the CSV file, including ids and the reason. */
export const auditCsvColumns: readonly Readonly<{ header: string; text: (row: AuditLogRow) => string }>[] = [
  { header: 'id', text: ({ id }) => id },
  { header: 'at', text: ({ at }) => at },
  { header: 'who', text: ({ actor }) => actor },
  { header: 'what', text: ({ action }) => action },
  { header: 'kind', text: ({ entity }) => entity },
  { header: 'record', text: ({ entity_id }) => entity_id },
  { header: 'about', text: ({ subject }) => subject ?? '' },
  { header: 'amount', text: ({ amount }) => (amount === null ? '' : amount.toFixed(2)) },
  { header: 'own_benefit', text: ({ own_benefit }) => String(own_benefit) },
  { header: 'changes', text: changesText },
  { header: 'why', text: ({ cause }) => cause ?? '' },
];
