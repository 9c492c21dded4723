import type { Wanted } from '../../db/repositories/commissions/whyNot.ts';

const ID = /^[1-9]\d{0,14}$/;
const idIn = (query: URLSearchParams, ...names: readonly string[]): number | undefined => {
  const found = names.map((name) => query.get(name)).find((value) => value !== null && ID.test(value));
  return found ? Number(found) : undefined;
};

/** What a text names: a link of ours its record, invoice, deal or event, everything else a number or a name. */
export const wantedOf = (asked: string): Wanted => {
  const text = asked.trim().replace(/\s+/g, ' ');
  const [, search] = /^(?:https?:\/\/\S+?)?\/[\w/-]+\?(\S+)$/.exec(text) ?? [];
  if (search === undefined) return { text };
  const query = new URLSearchParams(search);
  const [kind, id] = (query.get('of') ?? '').split('-');
  const invoice = kind === 'invoice' && id && ID.test(id) ? Number(id) : undefined;
  const found = { invoice, record: idIn(query, 'row', 'record'), deal: idIn(query, 'deal'), event: idIn(query, 'event') };
  const [named] = Object.entries(found).filter(([, value]) => value !== undefined);
  return named ? { [named[0]]: named[1] } : { text };
};
