import { type AuditKind, auditKindNames } from '../../../contract/entities/audit.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { isDay } from '../../../contract/rules/time/period.ts';
import type { ListNames } from '../../shared/lists/listInUrl.ts';
import { formatDate, formatMoney } from '../../ui/display/format.ts';

const t = messages.auditLog;
const CENTS_PER_DOLLAR = 100;
/** US dollars. */
const amounts = ['100', '1000', '10000'];
const isKind = (value: string): value is AuditKind => auditKindNames.some((kind) => kind === value);
const atLeastText = (amount: string): string => fill(t.atLeast, { amount: formatMoney(Number(amount) * CENTS_PER_DOLLAR) });

export const auditNames: ListNames = {
  filters: {
    person: { name: 'person', accepts: (value) => /^[1-9]\d{0,14}$/.test(value) },
    kind: { name: 'kind', accepts: isKind },
    min_amount: { name: 'amount', accepts: (value) => amounts.includes(value) },
    own_benefit: { name: 'own', accepts: (value) => value === 'true' },
    start_date: { name: 'from', accepts: isDay },
    end_date: { name: 'to', accepts: isDay },
  },
  page: 'page',
  rows: { '': 'row' },
};

export const auditKindOptions = [{ value: '', label: t.allKinds }, ...auditKindNames.map((value) => ({ value, label: t.kinds[value] }))];
export const amountOptions = [{ value: '', label: t.anyAmount }, ...amounts.map((value) => ({ value, label: atLeastText(value) }))];
export const benefitOptions = [
  { value: '', label: t.anyBenefit },
  { value: 'true', label: t.ownBenefit },
];

export const getAuditFilterLabel =
  (getName: (id: string) => string) =>
  (key: string, value: string): string => {
    if (key === 'person') return getName(value);
    if (key === 'kind') return isKind(value) ? t.kinds[value] : value;
    if (key === 'min_amount') return atLeastText(value);
    if (key === 'own_benefit') return t.ownBenefit;
    return fill(key === 'start_date' ? t.fromChip : t.untilChip, { day: formatDate(value) });
  };
