import type { EditableField } from '../../../contract/entities/event.ts';
import type { LiveEvent } from '../../../contract/entities/live.ts';

/** Changes by others, by event id: each field with its author, null if unknown. A change by a source lists no fields. */
export type CellNews = Readonly<Record<string, Readonly<Partial<Record<EditableField, string | null>>>>>;
type Marks = Readonly<{ modified: Readonly<Record<string, readonly EditableField[]>>; news: CellNews }>;

/** A change without edits comes from a source. */
export const isOthers = ({ edits }: LiveEvent): boolean => edits.length === 0 || edits.some(({ own }) => !own);

/** Another user's edit replaces the user's own mark. */
export const withNews = ({ modified, news }: Marks, { event: { id }, edits }: LiveEvent): Marks => {
  const theirs = Object.fromEntries(edits.filter(({ own }) => !own).map(({ field, by }) => [field, by]));
  return {
    news: { ...news, [id]: { ...news[id], ...theirs } },
    modified: id in modified ? { ...modified, [id]: (modified[id] ?? []).filter((field) => !(field in theirs)) } : modified,
  };
};

/** The user's own edit replaces another user's mark. */
export const withoutNews = (news: CellNews, id: string, field: EditableField): CellNews => {
  const { [id]: known } = news;
  if (!known || !(field in known)) return news;
  return { ...news, [id]: Object.fromEntries(Object.entries(known).filter(([key]) => key !== field)) };
};
