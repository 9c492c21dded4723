import type { EditableField } from '../../../contract/entities/event.ts';
import type { LiveEvent } from '../../../contract/entities/live.ts';

/** What others changed, by the event's id: each field and who wrote it, null where nobody knows. A source names no field. */
export type News = Readonly<Record<string, Readonly<Partial<Record<EditableField, string | null>>>>>;
type Marks = Readonly<{ modified: Readonly<Record<string, readonly EditableField[]>>; news: News }>;

/** Without edits it was a source. */
export const isOthers = ({ edits }: LiveEvent): boolean => edits.length === 0 || edits.some(({ own }) => !own);

/** Another's edit stands over one's own, and the mark is theirs. */
export const withNews = ({ modified, news }: Marks, { event: { id }, edits }: LiveEvent): Marks => {
  const theirs = Object.fromEntries(edits.filter(({ own }) => !own).map(({ field, by }) => [field, by]));
  return {
    news: { ...news, [id]: { ...news[id], ...theirs } },
    modified: id in modified ? { ...modified, [id]: (modified[id] ?? []).filter((field) => !(field in theirs)) } : modified,
  };
};

/** One's own edit stands over another's. */
export const withoutNews = (news: News, id: string, field: EditableField): News => {
  const { [id]: known } = news;
  if (!known || !(field in known)) return news;
  return { ...news, [id]: Object.fromEntries(Object.entries(known).filter(([key]) => key !== field)) };
};
