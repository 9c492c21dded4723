import { MAX_TERM_MONTHS } from '../../../contract/rules/commission/saleFacts.ts';
import type { DocumentRole } from '../../../contract/rules/imports/layouts/layout.ts';
import type { Cents } from '../../../contract/rules/money.ts';
import type { ArrivingRow } from '../../db/repositories/imports/arrivingInvoices.ts';
import { type CellReader, Refused } from './readCell.ts';

/** The facts of a sale on which a plan may base its pay. */
export type ReadSale = Pick<ArrivingRow, 'activity_type' | 'sale_kind' | 'term_months' | 'cost_cents' | 'list_cents' | 'units'>;
export const blankSale: ReadSale = {
  activity_type: null,
  sale_kind: null,
  term_months: null,
  cost_cents: null,
  list_cents: null,
  units: null,
};

const RENEWAL_PATTERN = /^(renewal|renewed|renew|existing( business)?)$/;
const NEW_PATTERN = /^new( business)?$/;

const saleKindOf = (text: string | null): ReadSale['sale_kind'] => {
  if (text === null) return null;
  const normalized = text.trim().toLowerCase();
  if (NEW_PATTERN.test(normalized)) return 'new';
  if (RENEWAL_PATTERN.test(normalized)) return 'renewal';
  throw new Refused('sale_kind', 'saleKind', { value: text.slice(0, 60) });
};

const termOf = (text: string | null): number | null => {
  if (text === null) return null;
  const months = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (months < 1 || months > MAX_TERM_MONTHS) throw new Refused('term', 'term', { value: text.slice(0, 60) });
  return months;
};

const unitsOf = (text: string | null): number | null => {
  if (text !== null && !/^\d{1,9}$/.test(text)) throw new Refused('units', 'units', { value: text.slice(0, 60) });
  return text === null ? null : Number(text);
};

/** A credit memo has the facts of its invoice. */
export const readSale = (role: DocumentRole, { words, amount }: CellReader): ReadSale => {
  const positiveAmount = (field: 'cost' | 'list'): Cents | null => {
    const cents = amount(field);
    if (cents !== null && cents < 0 && role !== 'memo') throw new Refused(field, 'factBelow', { field });
    return cents;
  };
  const sale = {
    activity_type: words('activity_type'),
    sale_kind: saleKindOf(words('sale_kind')),
    term_months: termOf(words('term')),
    cost_cents: positiveAmount('cost'),
    list_cents: positiveAmount('list'),
    units: role === 'memo' ? null : unitsOf(words('units')),
  };
  return role === 'memo' ? blankSale : sale;
};
