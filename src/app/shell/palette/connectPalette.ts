import type { SnapshotFrom } from 'xstate';
import { type SearchHit, type SearchKind, searchKinds } from '../../../../contract/entities/search.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import type { paletteMachine } from '../../../machines/search/palette.machine.ts';

const t = messages.palette;

/** One option of the list. `link` is '' for an action of the page. */
export type PaletteOption = Readonly<{
  id: string;
  kind: SearchKind | 'verb' | 'page';
  title: string;
  detail: string | null;
  link: string;
  /** The menu's icon of a page. */
  icon?: string | undefined;
}>;
/** Options that need no server search. */
export type LocalOptions = Readonly<{ verbs: readonly PaletteOption[]; pages: readonly PaletteOption[]; recent: readonly PaletteOption[] }>;
type Group = Readonly<{ key: string; title: string; options: readonly PaletteOption[] }>;
type Snapshot = Pick<SnapshotFrom<typeof paletteMachine>, 'matches' | 'context' | 'hasTag'>;

const toOption = (searchHit: SearchHit): PaletteOption => ({ ...searchHit, id: `${searchHit.kind}:${searchHit.id}` });

/** True if each typed word starts a word of the title. */
const matchesWords = (text: string, title: string): boolean => {
  const titleWords = title.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return text
    .toLowerCase()
    .split(/\s+/u)
    .filter((queryWord) => queryWord !== '')
    .every((queryWord) => titleWords.some((titleWord) => titleWord.startsWith(queryWord)));
};

const getStatus = (snapshot: Snapshot, count: number, text: string): string => {
  if (snapshot.hasTag('busy') && count === 0) return t.searching;
  if (snapshot.matches({ open: 'failed' })) return '';
  if (text === '') return t.hint;
  if (count === 0) return fill(t.none, { text: text });
  return count === 1 ? t.foundOne : fill(t.found, { count });
};

/** Maps the snapshot and the page's options to the palette's view; leaves out results for an earlier text. */
export const connectPalette = (snapshot: Snapshot, { verbs, pages, recent }: LocalOptions) => {
  const text = snapshot.context.text.trim();
  const foundOptions = snapshot.context.results.map(toOption);
  const filterLocal = (options: readonly PaletteOption[]): readonly PaletteOption[] =>
    options.filter(({ title }) => matchesWords(text, title));
  const groups: Group[] = [
    { key: 'recent', title: t.groups.recent, options: text === '' ? recent : [] },
    { key: 'verb', title: t.groups.verb, options: filterLocal(verbs) },
    { key: 'page', title: t.groups.page, options: filterLocal(pages) },
    ...searchKinds.map((kind) => ({ key: kind, title: t.groups[kind], options: foundOptions.filter((option) => option.kind === kind) })),
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
    status: getStatus(snapshot, options.length, text),
  };
};
