import type { View } from '../../../contract/entities/view.ts';
import { toDateRange, toEventsQuestion } from '../../machines/events/eventsQuestion.ts';
import type { AnswerQuestion } from '../../machines/support/answer.machine.ts';
import type { createEvents } from '../../services/events.ts';
import { parsePeriod } from '../../shared/period/periodInUrl.ts';
import { useAnswerTo } from '../../shared/useAnswer.ts';
import { parseFilters, parseNeed } from './eventsInUrl.ts';

type Counts = Readonly<Record<string, number>>;
/** Counts at most this many saved views; the others open without a count. */
const MAX_VIEWS = 20;
const newestFirst = { key: 'date_time', direction: 'desc' } as const;

/** The list question of a view; '' for a view without days, which applies to any period. */
const toQuestionText = ({ question: { columns: _, ...query } }: View): string => {
  const search = new URLSearchParams(query).toString();
  const period = parsePeriod(search);
  if (!period) return '';
  const question = toEventsQuestion({
    range: toDateRange(period),
    filters: parseFilters(search),
    need: parseNeed(search),
    sort: newestFirst,
  });
  return new URLSearchParams(question).toString();
};

/** The number of events in each saved view; counted when the views load and whenever their menu opens. */
export const useViewCounts = (service: ReturnType<typeof createEvents>, views: readonly View[]) => {
  const questions: AnswerQuestion = Object.fromEntries(
    views
      .slice(0, MAX_VIEWS)
      .map((view) => [view.id, toQuestionText(view)])
      .filter(([, question]) => question !== ''),
  );
  const count = async ([id, question]: [string, string]): Promise<[string, number][]> => {
    const request = { question: Object.fromEntries(new URLSearchParams(question)), cursor: null, limit: 1 };
    // A view without a count can still be opened.
    const page = await service.page(request).catch(() => null);
    return page?.pagination.total == null ? [] : [[id, page.pagination.total]];
  };
  const load = async (questions: AnswerQuestion): Promise<Counts> =>
    Object.fromEntries((await Promise.all(Object.entries(questions).map(([id, question]) => count([id, question ?? ''])))).flat());
  const { answer, ask } = useAnswerTo<Counts>(load, questions, '');
  return { counts: answer ?? {}, recount: () => ask(questions) };
};
