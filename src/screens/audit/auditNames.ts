import { type AuditKind, auditKindNames } from '../../../contract/entities/audit.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { isDay } from '../../../contract/rules/time/period.ts';
import type { ListNames } from '../../shared/lists/listInUrl.ts';
import { formatDate, formatMoney } from '../../ui/display/format.ts';

const t = messages.auditLog;
const CENTS_PER_DOLLAR = 100;
/** US dollars. */
const amounts = ['100', '1000', '10000'];
/** Not sent to the server: with it, sign-ins are listed too. */
const ALL_KINDS = 'all';
const isKind = (value: string): value is AuditKind => auditKindNames.some((kind) => kind === value);
const atLeastText = (amount: string): string => fill(t.atLeast, { amount: formatMoney(Number(amount) * CENTS_PER_DOLLAR) });

export const auditNames: ListNames = {
  filters: {
    person: { name: 'person', accepts: (value) => /^[1-9]\d{0,14}$/.test(value) },
    kind: { name: 'kind', accepts: (value) => value === ALL_KINDS || isKind(value) },
    min_amount: { name: 'amount', accepts: (value) => amounts.includes(value) },
    own_benefit: { name: 'own', accepts: (value) => value === 'true' },
    start_date: { name: 'from', accepts: isDay },
    end_date: { name: 'to', accepts: isDay },
  },
  page: 'page',
  rows: { '': 'row' },
};

export const auditKindOptions = [
  { value: '', label: t.changes },
  { value: ALL_KINDS, label: t.allKinds },
  ...auditKindNames.map((value) => ({ value, label: t.kinds[value] })),
];
/** The server's filters: changes until the user asks for sign-ins too. */
export const toServerFilters = ({ kind = '', ...filters }: Readonly<Record<string, string>>): Record<string, string> => {
  if (kind === ALL_KINDS) return filters;
  return { ...filters, kind: kind === '' ? 'changes' : kind };
};
export const amountOptions = [{ value: '', label: t.anyAmount }, ...amounts.map((value) => ({ value, label: atLeastText(value) }))];
export const benefitOptions = [
  { value: '', label: t.anyBenefit },
  { value: 'true', label: t.ownBenefit },
];

export const getAuditFilterLabel =
  (getName: (id: string) => string) =>
  (key: string, value: string): string => {
    if (key === 'person') return getName(value);
    if (key === 'kind') return isKind(value) ? t.kinds[value] : t.allKinds;
    if (key === 'min_amount') return atLeastText(value);
    if (key === 'own_benefit') return t.ownBenefit;
    return fill(key === 'start_date' ? t.fromChip : t.untilChip, { day: formatDate(value) });
  };
