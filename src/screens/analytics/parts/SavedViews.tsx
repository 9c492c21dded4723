import { useViews } from '../../../shared/views/useViews.ts';
import { ViewsMenu } from '../../../shared/views/ViewsMenu.tsx';
import type { AnalyticsPage } from '../useAnalytics.ts';

export function AnalyticsViews({ question, openView, viewQuestion, keepView, forgetView }: AnalyticsPage) {
  const views = useViews('analytics', {
    onSaved: ({ id }) => keepView(id),
    onRemoved: ({ id }) => {
      if (id === question.view) forgetView();
    },
  });
  return <ViewsMenu views={views} current={question.view} changed={question.changed} question={viewQuestion} onOpen={openView} />;
}
