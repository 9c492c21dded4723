import type { SnapshotFrom } from 'xstate';
import { type SearchHit, type SearchKind, searchKinds } from '../../../../contract/entities/search.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import type { paletteMachine } from '../../../machines/search/palette.machine.ts';

const t = messages.palette;

/** One line of the list. `link` is '' for an action on the page. */
export type Option = Readonly<{ id: string; kind: SearchKind | 'verb' | 'page'; title: string; detail: string | null; link: string }>;
/** Options that need no server search. */
export type Local = Readonly<{ verbs: readonly Option[]; pages: readonly Option[]; recent: readonly Option[] }>;
type Group = Readonly<{ key: string; title: string; options: readonly Option[] }>;
type Snapshot = Pick<SnapshotFrom<typeof paletteMachine>, 'matches' | 'context' | 'hasTag'>;

const optionOf = (hit: SearchHit): Option => ({ ...hit, id: `${hit.kind}:${hit.id}` });

/** True if each typed word is the start of a word in the title. */
const matches = (typed: string, title: string): boolean => {
  const words = title.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return typed
    .toLowerCase()
    .split(/\s+/u)
    .filter((word) => word !== '')
    .every((word) => words.some((one) => one.startsWith(word)));
};

const statusOf = (snapshot: Snapshot, count: number, typed: string): string => {
  if (snapshot.hasTag('busy') && count === 0) return t.searching;
  if (snapshot.matches({ open: 'failed' })) return '';
  if (typed === '') return t.hint;
  if (count === 0) return fill(t.none, { text: typed });
  return count === 1 ? t.foundOne : fill(t.found, { count });
};

/** Maps the snapshot and the page's options to the palette's view, without results for an earlier text. */
export const connectPalette = (snapshot: Snapshot, { verbs, pages, recent }: Local) => {
  const typed = snapshot.context.text.trim();
  const found = snapshot.context.found.map(optionOf);
  const local = (options: readonly Option[]): readonly Option[] => options.filter(({ title }) => matches(typed, title));
  const groups: Group[] = [
    { key: 'recent', title: t.groups.recent, options: typed === '' ? recent : [] },
    { key: 'verb', title: t.groups.verb, options: local(verbs) },
    { key: 'page', title: t.groups.page, options: local(pages) },
    ...searchKinds.map((kind) => ({ key: kind, title: t.groups[kind], options: found.filter((option) => option.kind === kind) })),
  ].filter(({ options }) => options.length > 0);
  const options = groups.flatMap((group) => group.options.map((option) => ({ key: `${group.key} ${option.id}`, option })));
  const { active: index } = snapshot.context;
  const active = index === null ? null : (options[Math.min(index, options.length - 1)] ?? null);
  return {
    text: snapshot.context.text,
    groups,
    options,
    active,
    busy: snapshot.hasTag('busy'),
    failed: snapshot.matches({ open: 'failed' }),
    status: statusOf(snapshot, options.length, typed),
  };
};
