import type { EditableField } from '../../../contract/entities/event.ts';
import type { LiveEvent } from '../../../contract/entities/live.ts';

/** Changes by others, by event id: each field with its author, null if unknown. A change by a source lists no fields. */
export type CellNews = Readonly<Record<string, Readonly<Partial<Record<EditableField, string | null>>>>>;
type Marks = Readonly<{ modified: Readonly<Record<string, readonly EditableField[]>>; news: CellNews }>;

/** A change without edits comes from a source. */
export const isByOthers = ({ edits }: LiveEvent): boolean => edits.length === 0 || edits.some(({ own }) => !own);

/** Marks fields that others changed, and clears the user's own marks on them. */
export const addNews = ({ modified, news }: Marks, { event: { id }, edits }: LiveEvent): Marks => {
  const newsOfOthers = Object.fromEntries(edits.filter(({ own }) => !own).map(({ field, by }) => [field, by]));
  return {
    news: { ...news, [id]: { ...news[id], ...newsOfOthers } },
    modified: id in modified ? { ...modified, [id]: (modified[id] ?? []).filter((field) => !(field in newsOfOthers)) } : modified,
  };
};

/** Clears the mark of another user's change once the user edits that field. */
export const removeNews = (news: CellNews, id: string, field: EditableField): CellNews => {
  const { [id]: eventNews } = news;
  if (!eventNews || !(field in eventNews)) return news;
  return { ...news, [id]: Object.fromEntries(Object.entries(eventNews).filter(([key]) => key !== field)) };
};
