import { type WakeKind, wakeKinds } from '../../../contract/entities/wake.ts';

export type WakeOf = Readonly<{ kind: WakeKind; id: string }>;
const NAME = 'wake';

/** `payment-12` of an address; null where it names nothing that has a wake. */
export const wakeNamed = (named: string | null): WakeOf | null => {
  const [kindNamed, id] = (named ?? '').split('-');
  const kind = wakeKinds.find((one) => one === kindNamed);
  return kind && id && /^\d{1,15}$/.test(id) ? { kind, id } : null;
};

/** The wake that an address opens in the side panel, or null. */
export const wakeBeside = (search: string): WakeOf | null => wakeNamed(new URLSearchParams(search).get(NAME));

/** The address of a page with another thing beside it, or with none. */
export const besideIn = (search: string, of: WakeOf | null): string => {
  const query = new URLSearchParams(search);
  query.delete(NAME);
  if (of) query.set(NAME, `${of.kind}-${of.id}`);
  return query.toString();
};

/** A question of a page's own, with what stands beside the page: that is kept whatever the page writes there. */
export const keptBeside = (own: string, search: string): string => {
  const of = wakeBeside(search);
  return of ? besideIn(own, of) : own;
};
