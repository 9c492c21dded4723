import { useState } from 'react';
import { useLocation } from 'wouter';
import type { View, ViewQuestion } from '../../../../contract/entities/view.ts';
import { useViews } from '../../../shared/views/useViews.ts';
import { ViewsMenu } from '../../../shared/views/ViewsMenu.tsx';
import type { EventsPage } from '../useEvents.ts';
import { useViewCounts } from '../useViewCounts.ts';
import { parseColumns, toColumnsText } from '../viewColumns.ts';

const isSameQuestion = (a: ViewQuestion, b: ViewQuestion): boolean => {
  const keys = [...new Set([...Object.keys(a), ...Object.keys(b)])];
  return keys.every((key) => (a[key] ?? '') === (b[key] ?? ''));
};

/** The user's own and shared views: filters, days, sort, columns with widths, calendar or table. */
export function EventsViews({ page }: { page: EventsPage }) {
  const [, navigate] = useLocation();
  const [openedViewId, setOpenedViewId] = useState<string | null>(null);
  const views = useViews('events', {
    onSaved: ({ id }) => setOpenedViewId(id),
    onRemoved: ({ id }) => setOpenedViewId((openId) => (openId === id ? null : openId)),
  });
  const { counts, recount } = useViewCounts(page.service, views.views);
  const question = (): ViewQuestion => {
    const { event: _, ...query } = Object.fromEntries(new URLSearchParams(page.address));
    return { ...query, columns: toColumnsText(page.layout) };
  };
  const currentQuestion = question();
  const current =
    views.views.find(({ id }) => id === openedViewId) ?? views.views.find((view) => isSameQuestion(view.question, currentQuestion)) ?? null;
  const showView = ({ id, question: { columns, ...query } }: View): void => {
    setOpenedViewId(id);
    if (columns) page.applyColumns(parseColumns(columns));
    navigate(`/events?${new URLSearchParams(query)}`);
  };
  return (
    <ViewsMenu
      views={views}
      current={current?.id ?? null}
      changed={current !== null && !isSameQuestion(current.question, currentQuestion)}
      question={question}
      onOpen={showView}
      counts={counts}
      onShown={recount}
    />
  );
}
