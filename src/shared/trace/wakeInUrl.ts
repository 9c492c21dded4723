import { type WakeKind, wakeKinds } from '../../../contract/entities/wake.ts';

export type WakeOf = Readonly<{ kind: WakeKind; id: string }>;
const NAME = 'wake';

/** Parses `payment-12` from an address; null if it is not an item with effects. */
export const wakeNamed = (named: string | null): WakeOf | null => {
  const [kindNamed, id] = (named ?? '').split('-');
  const kind = wakeKinds.find((one) => one === kindNamed);
  return kind && id && /^\d{1,15}$/.test(id) ? { kind, id } : null;
};

/** The item whose effects the side panel shows, from the address, or null. */
export const wakeBeside = (search: string): WakeOf | null => wakeNamed(new URLSearchParams(search).get(NAME));

/** The address of a page with another item in the side panel, or none. */
export const besideIn = (search: string, subject: WakeOf | null): string => {
  const query = new URLSearchParams(search);
  query.delete(NAME);
  if (subject) query.set(NAME, `${subject.kind}-${subject.id}`);
  return query.toString();
};

/** Preserves the side panel when a page writes its own query. */
export const keptBeside = (own: string, search: string): string => {
  const subject = wakeBeside(search);
  return subject ? besideIn(own, subject) : own;
};
