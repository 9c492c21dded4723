import type { WhyNotSearch } from '../../db/repositories/commissions/whyNot.ts';
import { rowId } from '../shared/rowId.ts';

/** By screen path: the URL parameters that open an item, and the kind of item. */
const parametersByPath: Readonly<Record<string, Readonly<Record<string, keyof WhyNotSearch>>>> = {
  '/commissions': { row: 'record', record: 'record', adjustment: 'adjustment' },
  '/deals': { deal: 'deal', edit: 'deal', lose: 'deal', notes: 'deal' },
  '/events': { event: 'event' },
  '/invoices': { invoice: 'invoice', edit: 'invoice', credit: 'invoice', assign: 'invoice', send: 'invoice' },
};
const wakeKinds: readonly (keyof WhyNotSearch)[] = ['invoice', 'payment', 'adjustment', 'payout'];

/** Parses the item of an effects page, such as `payment-12`. */
const parseWake = (named: string | null): WhyNotSearch | null => {
  const [kind, id] = (named ?? '').split('-');
  const kindMatch = wakeKinds.find((candidate) => candidate === kind);
  const row = rowId(id ?? '');
  return kindMatch && row !== null ? { [kindMatch]: row } : null;
};

/**
 * Parses a search: a link to this app gives its record, invoice, payment, adjustment, payout, deal or event; other text is a number or
 * name.
 */
export const parseWhyNotSearch = (typedText: string): WhyNotSearch => {
  const text = typedText.trim().replace(/\s+/g, ' ');
  const [, path, search] = /^(?:https?:\/\/[^\s/]+)?(\/[\w/-]+)\?([^\s#]+)(?:#\S*)?$/.exec(text) ?? [];
  if (path === undefined || search === undefined) return { text };
  const query = new URLSearchParams(search);
  const wakeSubject = parseWake(query.get('wake')) ?? (path === '/wake' ? parseWake(query.get('of')) : null);
  if (wakeSubject) return wakeSubject;
  const [name, kind] = Object.entries(parametersByPath[path] ?? {}).find(([parameter]) => rowId(query.get(parameter) ?? '') !== null) ?? [];
  return name && kind ? { [kind]: rowId(query.get(name) ?? '') } : { text };
};
