import type { Wanted } from '../../db/repositories/commissions/whyNot.ts';
import { rowId } from '../shared/rowId.ts';

/** By the path of a screen: what its address calls the things that it opens, and what they are. */
const opened: Readonly<Record<string, Readonly<Record<string, keyof Wanted>>>> = {
  '/commissions': { row: 'record', record: 'record', adjustment: 'adjustment' },
  '/deals': { deal: 'deal', edit: 'deal', lose: 'deal', notes: 'deal' },
  '/events': { event: 'event' },
  '/invoices': { invoice: 'invoice', edit: 'invoice', credit: 'invoice', assign: 'invoice', send: 'invoice' },
};
const moving: readonly (keyof Wanted)[] = ['invoice', 'payment', 'adjustment', 'payout'];

/** `payment-12`, as the address names what moved something. */
const wakeOf = (named: string | null): Wanted | null => {
  const [kind, id] = (named ?? '').split('-');
  const known = moving.find((one) => one === kind);
  const row = rowId(id ?? '');
  return known && row !== null ? { [known]: row } : null;
};

/** What a text names: a link of ours leads to its record, invoice, payment, adjustment, payout, deal or event; all else is a number or a name. */
export const wantedOf = (asked: string): Wanted => {
  const text = asked.trim().replace(/\s+/g, ' ');
  const [, path, search] = /^(?:https?:\/\/[^\s/]+)?(\/[\w/-]+)\?([^\s#]+)(?:#\S*)?$/.exec(text) ?? [];
  if (path === undefined || search === undefined) return { text };
  const query = new URLSearchParams(search);
  const beside = wakeOf(query.get('wake')) ?? (path === '/wake' ? wakeOf(query.get('of')) : null);
  if (beside) return beside;
  const [name, kind] = Object.entries(opened[path] ?? {}).find(([each]) => rowId(query.get(each) ?? '') !== null) ?? [];
  return name && kind ? { [kind]: rowId(query.get(name) ?? '') } : { text };
};
