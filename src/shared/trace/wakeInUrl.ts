import { type WakeKind, wakeKinds } from '../../../contract/entities/wake.ts';

export type WakeSubject = Readonly<{ kind: WakeKind; id: string }>;
const PARAMETER = 'wake';

/** Parses `payment-12` from a URL; null if such an item cannot have effects. */
export const parseWake = (text: string | null): WakeSubject | null => {
  const [kindText, id] = (text ?? '').split('-');
  const kind = wakeKinds.find((candidate) => candidate === kindText);
  return kind && id && /^\d{1,15}$/.test(id) ? { kind, id } : null;
};

/** The item whose effects the side panel shows, from the URL, or null. */
export const readSidePanel = (search: string): WakeSubject | null => parseWake(new URLSearchParams(search).get(PARAMETER));

/** The URL of a page with another item in the side panel, or none. */
export const withSidePanel = (search: string, subject: WakeSubject | null): string => {
  const query = new URLSearchParams(search);
  query.delete(PARAMETER);
  if (subject) query.set(PARAMETER, `${subject.kind}-${subject.id}`);
  return query.toString();
};

/** Preserves the side panel when a page writes its own query. */
export const preserveSidePanel = (query: string, search: string): string => {
  const subject = readSidePanel(search);
  return subject ? withSidePanel(query, subject) : query;
};
